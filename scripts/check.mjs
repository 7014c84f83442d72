// `npm run check`: checks that every small change must pass, in a few minutes: types, lint, format,
// subjects of commits, unit and architecture tests.
import { ensureInstalled } from './lib/prepare.mjs'
import { runStages } from './lib/run-stages.mjs'
import { CHECK_STAGES } from './lib/stages.mjs'

await ensureInstalled()
process.exitCode = (await runStages(CHECK_STAGES)) ? 0 : 1
