import { readFinders } from './finders.ts'
import { FAULTS } from './faults.ts'

/** One piece of work for a worker. */
export type Task =
  | { kind: 'seeds'; first: number; count: number }
  /** Seeds until the bug is found: first the one that found it last time, then so many others. */
  | { kind: 'plant' | 'fault'; name: string; known: number | null; seeds: number }
export interface Failure {
  seed: number
  violations: string[]
}
export type Report =
  | { kind: 'seeds'; seeds: number; edits: number; failures: Failure[] }
  | { kind: 'plant' | 'fault'; name: string; seed: number | null; violation: string; ms: number }

const CHUNK = 10

export const seedTasks = (first: number, count: number): Task[] =>
  Array.from({ length: Math.ceil(count / CHUNK) }, (_, n) => ({
    kind: 'seeds',
    first: first + n * CHUNK,
    count: Math.min(CHUNK, count - n * CHUNK),
  }))

/**
 * Every planted bug, each with so many seeds to show itself besides the one that found it last
 * time.
 */
export const bugTasks = (
  plants: readonly string[],
  seeds: number,
): Exclude<Task, { kind: 'seeds' }>[] => {
  const finders = readFinders()
  const task = (kind: 'plant' | 'fault', name: string) => ({
    kind,
    name,
    known: finders[name] ?? null,
    seeds,
  })
  return [
    ...Object.keys(FAULTS).map((name) => task('fault', name)),
    ...plants.map((name) => task('plant', name)),
  ]
}
