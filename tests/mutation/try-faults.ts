import type { Fault } from './faults.ts'
import { type Reach, type Reaching, reachingOf } from './reach.ts'
import type { Question } from './tests-process.ts'
import { inProcesses, TooLate, type WarmTests } from './warm-tests.ts'

export interface Outcome {
  fault: Fault
  /** The test that found the fault; null = the fault survived. */
  failed: string | null
  /** Number of test files that run the fault's code. */
  reachedBy: number
}
interface Work {
  faults: readonly Fault[]
  reach: Reach
  budgetMs: number
  isVerbose: boolean
}

/**
 * Runs for each fault the tests that run its code, until one fails or the next file would go over
 * the budget. A fault that no test runs has survived.
 */
export const tryFaults = async ({
  faults,
  reach,
  budgetMs,
  isVerbose,
}: Work): Promise<Outcome[]> => {
  const byFault = reachingOf(reach)
  const isSound = soundness()
  const outcomes: Outcome[] = []
  const work = { faults, tests: Object.keys(reach), items: faults }
  await inProcesses(work, async (warm, fault, number) => {
    const reaching = byFault.get(fault.id) ?? []
    const chosen = within(budgetMs, reaching)
    const failed = chosen.length === 0 ? null : await failureOf({ warm, number, isSound }, chosen)
    outcomes[number] = { fault, failed, reachedBy: reaching.length }
    if (isVerbose) console.log(`${failed === null ? 'SURVIVED' : 'found'} ${fault.id}: ${failed}`)
  })
  return outcomes
}

const within = (budgetMs: number, reaching: readonly Reaching[]): Reaching[] => {
  let left = budgetMs
  return reaching.filter(({ takesMs }, index) => {
    if (index > 0 && takesMs > left) return false
    left -= takesMs
    return true
  })
}

type IsSound = (warm: WarmTests, file: string, test: string) => Promise<boolean>

/**
 * Checks whether a test passes alone without a fault: some tests need the state that earlier ones
 * leave.
 */
const soundness = (): IsSound => {
  const known = new Map<string, boolean>()
  return async (warm, file, test) => {
    const key = `${file} > ${test}`
    const found = known.get(key)
    if (found !== undefined) return found
    const alone = await ask(warm, { fault: -1, chosen: [{ file, tests: [test] }] }, LONGEST_MS)
    known.set(key, alone === null)
    return alone === null
  }
}
const LONGEST_MS = 300_000

interface Trial {
  warm: WarmTests
  /** Number of the fault. */
  number: number
  isSound: IsSound
}

const failureOf = async (
  { warm, number: fault, isSound }: Trial,
  reaching: readonly Reaching[],
): Promise<string | null> => {
  for (const one of reaching) {
    const timeoutMs = one.takesMs * 5 + 60_000
    const failed = await ask(warm, { fault, chosen: [one] }, timeoutMs)
    if (failed === null) continue
    const isPart = one.tests !== undefined && one.tests.includes(failed.test)
    if (!isPart || (await isSound(warm, one.file, failed.test)))
      return `${one.file} > ${failed.test}`
    const again = await ask(warm, { fault, chosen: [{ file: one.file }] }, timeoutMs * 2)
    if (again !== null) return `${one.file} > ${again.test}`
  }
  return null
}

/** @returns the first test that failed; null = all passed */
const ask = async (
  warm: WarmTests,
  question: Question,
  timeoutMs: number,
): Promise<{ test: string } | null> => {
  try {
    return (await warm.ask(question, timeoutMs)).failed
  } catch (error) {
    if (error instanceof TooLate) return { test: error.message }
    throw error
  }
}
