import { parseArgs } from 'node:util'
import { buildMatrixWorld } from '../authorization/matrix-world.ts'
import { BLOCK, fuzz, neverAnswered } from './fuzz.ts'

// `npm run fuzz -- --requests N [--seed S]`: sends N requests, starting with seed S (default 1).
// `--seed S` alone repeats that one block.
const { values } = parseArgs({
  options: { requests: { type: 'string' }, seed: { type: 'string' } },
})
const seed = Number(values.seed ?? 1)
const requests = Number(values.requests ?? (values.seed === undefined ? 20_000 : BLOCK))
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(requests) || requests < 1)
  throw new Error('--requests and --seed are whole numbers')

const world = await buildMatrixWorld()
const start = performance.now()
/** Requests between two reports of progress. */
const PROGRESS = 25_000
let told = 0
const report = await fuzz(world, { seed, requests }, ({ failures, requests: sent }) => {
  for (const failure of failures.slice(told)) console.log(failure)
  told = failures.length
  if (sent % PROGRESS === 0) console.log(`${sent} requests, ${told} failures`)
})
await world.close()
console.log(`never answered with success: ${neverAnswered(report).join(', ') || 'none'}`)
console.log(
  `${report.requests} requests, ${report.failures.length} failures, by status ${[...report.byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')} (${Math.round((performance.now() - start) / 1_000)} s)`,
)
process.exitCode = report.failures.length > 0 ? 1 : 0
