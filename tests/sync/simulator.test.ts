import { expect, it } from 'vitest'
import { repetitions } from '../support/repetitions.ts'
import { addExcuses, type ExcuseCounts, excuseLines } from './simulator/excuses.ts'
import { PLANTS } from './simulator/plants.ts'
import { workOff } from './simulator/pool.ts'
import { regressionTasks } from './simulator/regressions.ts'
import { bugTasks, type Report, seedTasks, shippedTasks, type Task } from './simulator/tasks.ts'

const SEEDS = Number(process.env['SYNC_SEEDS'] ?? repetitions({ few: 100, many: 2_000 }))
const SHIPPED_SEEDS = Number(process.env['SYNC_SEEDS'] ?? repetitions({ few: 100, many: 2_000 }))
const FIRST = Number(process.env['SYNC_FIRST_SEED'] ?? 1)
/**
 * Seeds tried per bug after the one that found it last; the rarest bug shows in one history of
 * many.
 */
/** Room for a busy machine. */
const TIMEOUT_MS = repetitions({ few: 1_500_000, many: 5_400_000 })
const SEEDS_PER_BUG = repetitions({ few: 400, many: 1_000 })

/**
 * The simulator's server keeps its data in memory, whichever database the other tests of this run
 * use.
 */
const isOtherRun = process.env['TEST_DATABASE'] === 'postgres'
const playAll = async (
  tasks: readonly Task[],
  command: string,
): Promise<{ broken: string[]; edits: number }> => {
  const broken: string[] = []
  let edits = 0
  const excuses: ExcuseCounts = {}
  await workOff(tasks, (report) => {
    if (report.kind !== 'seeds') return true
    edits += report.edits
    addExcuses(excuses, report.excuses)
    broken.push(
      ...report.failures.map(
        ({ seed, violations }) => `${command} --seed ${seed}: ${violations.slice(0, 3).join('; ')}`,
      ),
    )
    return broken.length < 5
  })
  console.log(excuseLines(excuses).join('\n'))
  return { broken, edits }
}

it.skipIf(isOtherRun)(
  `[I1-I7 L1] ${SEEDS} histories under every fault keep every promise`,
  { timeout: TIMEOUT_MS },
  async () => {
    const { broken, edits } = await playAll(
      [...regressionTasks(false), ...seedTasks(FIRST, SEEDS)],
      'npm run sim --',
    )
    expect(broken).toEqual([])
    expect(edits).toBeGreaterThan(SEEDS * 10)
  },
)

it.skipIf(isOtherRun)(
  `[I1-I7 L1] ${SHIPPED_SEEDS} histories keep every promise on the storage that the product ships, which reads what its model reads`,
  { timeout: TIMEOUT_MS },
  async () => {
    const { broken, edits } = await playAll(
      [...regressionTasks(true), ...shippedTasks(FIRST, SHIPPED_SEEDS)],
      'npm run sim -- --shipped',
    )
    expect(broken).toEqual([])
    expect(edits).toBeGreaterThan(SHIPPED_SEEDS * 10)
  },
)

it.skipIf(isOtherRun)(
  'every planted bug is found by the promise that it breaks',
  { timeout: TIMEOUT_MS },
  async () => {
    const survivors: string[] = []
    let killed = 0
    const bugs = bugTasks(Object.keys(PLANTS), SEEDS_PER_BUG)
    await workOff(bugs, (report: Report) => {
      if (report.kind === 'seeds') return true
      if (report.seed === null) survivors.push(report.name)
      else killed += 1
      return true
    })
    expect(survivors).toEqual([])
    expect(killed).toBe(bugs.length)
  },
)
