import { parentPort } from 'node:worker_threads'
import { addExcuses, type ExcuseCounts } from './excuses.ts'
import { FAULTS } from './faults.ts'
import { plantFault } from './plant-fault.ts'
import type { Plant } from './plant.ts'
import type { Failure, Report, Task } from './tasks.ts'

// Refusals and network failures are frequent in a history, and collecting their stack traces takes
// a fiftieth of its time.
Error.stackTraceLimit = 0

/**
 * Loads the simulator, with a bug planted before the code loads, so such a thread serves no other
 * task.
 */
const load = async (fault?: string) => {
  const planted = fault === undefined ? undefined : FAULTS[fault]
  const requireLoaded = planted === undefined ? () => undefined : plantFault(planted)
  const [{ run, hasFiles }, { hasDamage }, { PLANTS }] = await Promise.all([
    import('./run.ts'),
    import('./damage.ts'),
    import('./plants.ts'),
  ])
  requireLoaded()
  return { run, hasFiles, hasDamage, PLANTS }
}
let loaded: ReturnType<typeof load> | undefined

const runSeeds = async ({
  seeds,
  isShipped = false,
}: Extract<Task, { kind: 'seeds' }>): Promise<Report> => {
  const { run } = await (loaded ??= load())
  const failures: Failure[] = []
  let edits = 0
  const excuses: ExcuseCounts = {}
  for (const seed of seeds) {
    const result = await run(seed, { isShipped })
    edits += result.edits
    addExcuses(excuses, result.excuses)
    if (result.violations.length > 0)
      failures.push({ seed, violations: [...new Set(result.violations)] })
  }
  return { kind: 'seeds', seeds: seeds.length, edits, failures, excuses }
}

/** The known seed if there is one, then `count` others in order. */
function* seedsToTry(
  known: number | null,
  count: number,
  isMeant: (seed: number) => boolean,
): Generator<number> {
  if (known !== null) yield known
  let others = 0
  for (let seed = 1; others < count; seed += 1) {
    if (seed === known || !isMeant(seed)) continue
    others += 1
    yield seed
  }
}

const hunt = async ({
  kind,
  name,
  known,
  seeds,
}: Exclude<Task, { kind: 'seeds' }>): Promise<Report> => {
  const start = performance.now()
  const { run, hasFiles, hasDamage, PLANTS } = await (loaded ??= load(
    kind === 'fault' ? name : undefined,
  ))
  const planted = kind === 'fault' ? FAULTS[name] : PLANTS[name]
  if (planted === undefined) throw new Error(`There is no planted bug ${name}`)
  const plant: Plant = 'plant' in planted ? planted.plant : {}
  const isOfFiles = 'isOfFiles' in planted && planted.isOfFiles === true
  const isMeant = (seed: number): boolean =>
    (!isOfFiles || hasFiles(seed)) && (plant.isOfDamage !== true || hasDamage(seed))
  for (const seed of seedsToTry(known, seeds, isMeant)) {
    const { violations } = await run(seed, { plant })
    const violation = violations.find((one) => planted.breaks.test(one))
    if (violation !== undefined)
      return { kind, name, seed, violation, ms: performance.now() - start }
  }
  return { kind, name, seed: null, violation: '', ms: performance.now() - start }
}

parentPort?.on('message', (task: Task) => {
  void (task.kind === 'seeds' ? runSeeds(task) : hunt(task)).then((report) =>
    parentPort?.postMessage(report),
  )
})
