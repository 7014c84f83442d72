import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from '../support/project-root.ts'
import type { AreaName } from './areas.ts'
import type { Fault } from './faults.ts'
import type { Answer, Chosen } from './tests-process.ts'
import { inProcesses, TooLate, type WarmTests } from './warm-tests.ts'

/**
 * The code that one test file runs while no fault is active, as the ids of the faults in that code.
 */
interface TestFile {
  hash: string
  outside: string[]
  byTest: Record<string, string[]>
  durationMs: number
  testMs: Record<string, number>
}
/** By test file. */
export type Reach = Readonly<Record<string, TestFile>>
/** The tests of a file that run the code of one fault, and how long they take. */
export interface Reaching extends Chosen {
  takesMs: number
  /** Number of faults whose code the file runs. */
  breadth: number
}

const LONGEST_MS = 600_000

/**
 * Runs each test file without a fault and records which code it runs; leaves out a file that fails.
 * `learn` names the files to run again; the others keep their former record.
 */
export const learnReach = async (
  area: AreaName,
  faults: readonly Fault[],
  tests: readonly string[],
  learn: string,
): Promise<Reach> => {
  const folder = join(projectRoot, '.cache/mutation', area)
  mkdirSync(folder, { recursive: true })
  const pathOf = (file: string): string => join(folder, `${file.replaceAll('/', '+')}.json`)
  const reach: Record<string, TestFile> = {}
  for (const file of learn === 'all' ? [] : tests.filter((one) => existsSync(pathOf(one)))) {
    const former = JSON.parse(readFileSync(pathOf(file), 'utf8')) as TestFile
    if (learn === 'none' || former.hash === hashOf(file)) reach[file] = former
  }
  const open = learn === 'none' ? [] : tests.filter((file) => reach[file] === undefined)
  const idsOf = (numbers: readonly number[]): string[] =>
    numbers.flatMap((number) => faults[number]?.id ?? [])
  await inProcesses({ faults, tests, items: open }, async (warm, file) => {
    const answer = await outcomeOf(warm, file)
    if (typeof answer === 'string') {
      console.log(`left out, as it fails without a fault: ${answer}`)
      return
    }
    const { reached, durationMs, testMs } = answer
    const byTest = Object.entries(reached.byTest).map(([test, ids]) => [test, idsOf(ids)])
    reach[file] = {
      hash: hashOf(file),
      outside: idsOf(reached.outside),
      byTest: Object.fromEntries(byTest),
      durationMs,
      testMs,
    }
    writeFileSync(pathOf(file), JSON.stringify(reach[file]))
  })
  return reach
}

/** A text = the reason why the file is left out. */
const outcomeOf = async (warm: WarmTests, file: string): Promise<Answer | string> => {
  try {
    const answer = await warm.ask({ fault: -1, chosen: [{ file }] }, LONGEST_MS)
    return answer.failed === null ? answer : `${file} > ${answer.failed.test}`
  } catch (error) {
    if (!(error instanceof TooLate)) throw error
    return `${file} > ${error.message}`
  }
}

const hashOf = (file: string): string =>
  createHash('sha256')
    .update(readFileSync(join(projectRoot, file)))
    .digest('hex')

/**
 * The tests that run each fault's code: the nearest first, then those that run the least other
 * code.
 */
export const reachingOf = (reach: Reach): Map<string, Reaching[]> => {
  const byFault = new Map<string, Reaching[]>()
  const add = (id: string, reaching: Reaching): void => {
    byFault.set(id, [...(byFault.get(id) ?? []), reaching])
  }
  for (const [file, { outside, byTest, durationMs, testMs }] of Object.entries(reach)) {
    const testsOf = new Map<string, string[]>()
    for (const [test, ids] of Object.entries(byTest))
      for (const id of ids) testsOf.set(id, [...(testsOf.get(id) ?? []), test])
    const breadth = new Set([...outside, ...testsOf.keys()]).size
    const always = new Set(outside)
    const timeOf = (tests: readonly string[]): number =>
      tests.reduce((sum, test) => sum + (testMs[test] ?? 0), 0)
    const loadMs = Math.max(0, durationMs - timeOf(Object.keys(testMs)))
    for (const id of always) add(id, { file, takesMs: durationMs, breadth })
    for (const [id, tests] of testsOf)
      if (!always.has(id)) add(id, { file, tests, takesMs: loadMs + timeOf(tests), breadth })
  }
  for (const [id, all] of byFault) {
    const near = distanceTo(id)
    byFault.set(
      id,
      all.toSorted(
        (one, other) => near(one.file) - near(other.file) || one.breadth - other.breadth,
      ),
    )
  }
  return byFault
}

/** 0 = the test of the fault's own file, then those beside it, those of its area, and the rest. */
const distanceTo = (id: string): ((test: string) => number) => {
  const [file = ''] = id.split('#')
  const own = file.replace(/\.tsx?$/, '.test.ts')
  const begins = [own, `${dirname(file)}/`, `${file.split('/')[0] ?? ''}/`]
  return (test) => {
    const found = begins.findIndex((begin) => test.startsWith(begin))
    return found === -1 ? begins.length : found
  }
}
