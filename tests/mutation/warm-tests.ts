import { type ChildProcess, fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeBinary, projectRoot } from '../support/project-root.ts'
import type { Fault } from './faults.ts'
import type { Answer, Question } from './tests-process.ts'

/** The process did not answer in time, or ended. */
export class TooLate extends Error {}

/** The process that runs the tests; restarted if it does not answer in time. */
export class WarmTests {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tenderbook-faults-'))
  #child: Promise<ChildProcess> | undefined

  /** @param faults the index of a fault is its number */
  constructor(faults: readonly Fault[], tests: readonly string[]) {
    const numbered = faults.map((fault, number) => ({ ...fault, number }))
    mkdirSync(join(this.#folder, 'reached'))
    writeFileSync(join(this.#folder, 'active'), '-1')
    writeFileSync(
      join(this.#folder, 'plan.json'),
      JSON.stringify(Object.groupBy(numbered, ({ file }) => file)),
    )
    writeFileSync(join(this.#folder, 'tests.json'), JSON.stringify(tests))
  }

  async ask(question: Question, timeoutMs: number): Promise<Answer> {
    this.#child ??= this.#start()
    const child = await this.#child
    return await new Promise<Answer>((resolve, reject) => {
      const end = (settle: () => void): void => {
        clearTimeout(timer)
        child.removeAllListeners()
        settle()
      }
      const giveUp = (error: Error): void =>
        end(() => {
          this.#kill(child)
          reject(error)
        })
      const timer = setTimeout(() => giveUp(new TooLate('No answer in time')), timeoutMs)
      child.on('message', (answer) => end(() => resolve(answer as Answer)))
      child.on('exit', (code) => giveUp(new TooLate(`The tests ended with ${code}`)))
      child.send(question)
    })
  }

  async close(): Promise<void> {
    const child = await this.#child?.catch(() => undefined)
    if (child !== undefined) this.#kill(child)
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(join(projectRoot, 'tests/mutation/tests-process.ts'), {
      cwd: projectRoot,
      execPath: nodeBinary,
      env: { ...process.env, VITEST: 'true', FAULT_FOLDER: this.#folder },
      // A process group of its own, so that the workers end with the process.
      detached: true,
    })
    await new Promise((resolve, reject) => {
      child.once('message', resolve)
      child.once('exit', (code) => reject(new Error(`vitest did not start: ${code}`)))
    })
    return child
  }

  #kill(child: ChildProcess): void {
    this.#child = undefined
    child.removeAllListeners()
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    process.kill(-child.pid, 'SIGKILL')
  }
}

interface Shared<T> {
  faults: readonly Fault[]
  tests: readonly string[]
  items: readonly T[]
}

/** Does the work of every item, with one warm process for each processor. */
export const inProcesses = async <T>(
  { faults, tests, items }: Shared<T>,
  work: (warm: WarmTests, item: T, index: number) => Promise<void>,
): Promise<void> => {
  // One iterator for all processes: each takes the next item when it has time.
  const open = items.entries()
  const takeAll = async (): Promise<void> => {
    const warm = new WarmTests(faults, tests)
    try {
      for (const [index, item] of open) await work(warm, item, index)
    } finally {
      await warm.close()
    }
  }
  const count = Math.min(availableParallelism(), items.length)
  await Promise.all(Array.from({ length: count }, takeAll))
}
