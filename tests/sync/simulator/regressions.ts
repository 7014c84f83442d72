import { readFileSync, writeFileSync } from 'node:fs'
import { type Failure, oneSeed, type Task } from './tasks.ts'

/** A seed that once broke a promise. */
interface Regression {
  seed: number
  found: string
  /** It broke on the shipped storage; otherwise on the model. */
  isShipped?: true
}

const FILE = new URL('./regressions.json', import.meta.url)
const read = (): Regression[] => JSON.parse(readFileSync(FILE, 'utf8')) as Regression[]
const isOf =
  (isShipped: boolean) =>
  (one: Regression): boolean =>
    (one.isShipped === true) === isShipped

/** The tasks that play the known seeds again, before all others. */
export const regressionTasks = (isShipped: boolean): Task[] =>
  read()
    .filter(isOf(isShipped))
    .map(({ seed }) => oneSeed(seed, isShipped))

/** Adds a failing seed to the known ones. */
export const keepRegression = (
  { seed, violations: [found = ''] }: Failure,
  isShipped: boolean,
): void => {
  const regressions = read()
  if (regressions.some((one) => one.seed === seed && isOf(isShipped)(one))) return
  regressions.push({ seed, found, ...(isShipped ? { isShipped } : {}) })
  writeFileSync(FILE, `${JSON.stringify(regressions, null, 2)}\n`)
}
