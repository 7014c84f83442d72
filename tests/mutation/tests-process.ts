import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { createVitest } from 'vitest/node'
import { projectRoot } from '../support/project-root.ts'

/** Some tests of a file, by their full names; all without `tests`. */
export interface Chosen {
  file: string
  tests?: readonly string[]
}
export interface Question {
  /** Number of a fault; -1 for none. */
  fault: number
  chosen: readonly Chosen[]
}
/** Numbers of the faults whose code runs outside of any test, and in each test. */
export interface Reached {
  outside: number[]
  byTest: Record<string, number[]>
}
export interface Answer {
  failed: { file: string; test: string } | null
  /** The faults whose code the last file ran. */
  reached: Reached
  durationMs: number
  testMs: Record<string, number>
}

/** A process that keeps vitest warm and runs tests against one fault after the other. */
const folder = process.env.FAULT_FOLDER ?? ''
const vitest = await createVitest('test', {
  config: join(projectRoot, 'tests/mutation/vitest.config.ts'),
  watch: false,
  reporters: [{}],
})

const run = async ({ fault, chosen }: Question): Promise<Answer> => {
  writeFileSync(join(folder, 'active'), String(fault))
  rmSync(join(folder, 'reached'), { recursive: true, force: true })
  const from = performance.now()
  let answer: Answer | undefined
  for (const one of chosen) {
    answer = await runFile(one)
    if (answer.failed !== null) break
  }
  if (answer === undefined) throw new Error('No file was chosen')
  return { ...answer, durationMs: performance.now() - from }
}

const runFile = async ({ file, tests }: Chosen): Promise<Answer> => {
  // vitest keeps the outcomes of all runs, and counts former failures for `bail`.
  vitest.state.filesMap.clear()
  vitest.state.idMap.clear()
  const path = join(projectRoot, file)
  const specification = vitest
    .getRootProject()
    .createSpecification(path, tests === undefined ? undefined : { testNames: [...tests] })
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification])
  const all = testModules.flatMap(({ children }) => [...children.allTests()])
  const failed = [
    ...all.filter((test) => test.result().state === 'failed').map(({ fullName }) => fullName),
    ...testModules.flatMap((module) => module.errors().map(({ message }) => message)),
    // A thrown value may have no text of its own.
    ...unhandledErrors.map((error) => inspect(error, { depth: 1 }).split('\n', 1)[0] ?? ''),
  ]
  const hasRun = all.some((test) => test.result().state === 'passed')
  // A file may skip all its tests, such as those that need PostgreSQL; a chosen test must run.
  if (failed.length === 0 && !hasRun && tests !== undefined) throw new Error(`${file}: no test ran`)
  const [test] = failed
  return {
    failed: test === undefined ? null : { file, test },
    reached: test === undefined && hasRun ? readReached(path) : { outside: [], byTest: {} },
    durationMs: 0,
    testMs: Object.fromEntries(all.map((one) => [one.fullName, one.diagnostic()?.duration ?? 0])),
  }
}

const readReached = (path: string): Reached =>
  JSON.parse(
    readFileSync(join(folder, 'reached', `${path.replaceAll(/[\\/]/g, '+')}.json`), 'utf8'),
  ) as Reached

process.on('message', (question: Question) => {
  run(question).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.send?.('ready')
