// `npm test`: runs every check and ends with one line "N passed, N failed". `npm test -- unit e2e`
// runs only the named stages.
import { ensureInstalled } from './lib/prepare.mjs'
import { ensurePrograms, versions } from './lib/programs.mjs'
import { runStages } from './lib/run-stages.mjs'
import { STAGES } from './lib/stages.mjs'

await ensureInstalled()
await ensurePrograms()
for (const { name, version } of await versions()) console.log(`${name.padEnd(10)} ${version}`)

const wanted = process.argv.slice(2)
const isWanted = ({ name }) => wanted.some((part) => name.startsWith(part))
const isGreen = await runStages(wanted.length === 0 ? STAGES : STAGES.filter(isWanted))
process.exitCode = isGreen ? 0 : 1
