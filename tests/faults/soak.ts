// `npm run soak -- --minutes 60 [--seed S]`: disturbs two servers on one PostgreSQL under load and
// prints the result.
import { parseArgs } from 'node:util'
import { soakServers } from './soak-servers.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
})
const before = Date.now()
const seconds = (): number => Math.round((Date.now() - before) / 1_000)
const { breaches, held, ...counts } = await soakServers({
  minutes: Number(values.minutes),
  seed: Number(values.seed),
  onEvent: (text) => console.log(`${String(seconds()).padStart(5)} s  ${text}`),
})
for (const [when, servers] of Object.entries(held))
  for (const [index, { heapBytes, heldBytes, handles }] of servers.entries())
    console.log(
      `server ${index + 1} at the ${when}: heap ${megabytes(heapBytes)}, held ${megabytes(heldBytes)}, ${handles} handles`,
    )
console.log(
  `${Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')}, breaches ${breaches.length} (seed ${values.seed}, ${seconds()} s)`,
)
for (const breach of breaches.slice(0, 20)) console.log(breach)
process.exitCode = breaches.length === 0 ? 0 : 1

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
