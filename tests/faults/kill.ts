// `npm run kill -- --times 1000 [--seed S]`: kills the server under load and prints the result.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { killServer } from './kill-server.ts'
import { NO_SQLITE3, SQLITE3 } from './stored.ts'

if (SQLITE3 === null) throw new Error(NO_SQLITE3)
const { values } = parseArgs({
  options: { times: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
})
const dir = await mkdtemp(join(tmpdir(), 'tenderbook-kill-'))
const before = Date.now()
const onKill = (kills: number): void => {
  if (kills % 100 === 0) console.log(`${kills} kills …`)
}
const { breaches, ...counts } = await killServer({
  times: Number(values.times),
  seed: Number(values.seed),
  dir,
  onKill,
})
console.log(
  `${Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(
      ', ',
    )}, breaches ${breaches.length} (seed ${values.seed}, ${Math.round((Date.now() - before) / 1_000)} s)`,
)
for (const breach of breaches.slice(0, 20)) console.log(breach)
if (breaches.length === 0) await rm(dir, { recursive: true })
else console.log(`The files are left in ${dir}`)
process.exitCode = breaches.length === 0 ? 0 : 1
