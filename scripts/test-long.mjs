// `npm run test:long`: repeats thousands of times what `npm test` tries a few times: histories,
// planted bugs, broken lines, kills, hostile input. It also runs all API tests on PostgreSQL and all
// browser tests, of which `npm test` runs some in turns. Run it before an issue is called resolved.
import { ensureInstalled } from './lib/prepare.mjs'
import { ensurePrograms } from './lib/programs.mjs'
import { runStages } from './lib/run-stages.mjs'
import { LONG_STAGES } from './lib/stages.mjs'

process.env.TEST_LONG = '1'
await ensureInstalled()
await ensurePrograms()
process.exitCode = (await runStages(LONG_STAGES)) ? 0 : 1
