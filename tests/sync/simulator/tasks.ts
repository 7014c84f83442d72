import type { ExcuseCounts } from './excuses.ts'
import { hasDamage } from './damage.ts'
import { readFinders } from './finders.ts'
import { FAULTS } from './faults.ts'

/** One piece of work for a worker. */
export type Task =
  | { kind: 'seeds'; seeds: readonly number[]; isShipped?: boolean }
  /**
   * Tries seeds until one finds the bug: first the seed that last found it, then `seeds` others.
   */
  | { kind: 'plant' | 'fault'; name: string; known: number | null; seeds: number }
export interface Failure {
  seed: number
  violations: string[]
}
export type Report =
  | {
      kind: 'seeds'
      seeds: number
      edits: number
      failures: Failure[]
      excuses: ExcuseCounts
    }
  | { kind: 'plant' | 'fault'; name: string; seed: number | null; violation: string; ms: number }

const CHUNK = 10

const chunked = (seeds: readonly number[], isShipped: boolean): Task[] =>
  Array.from({ length: Math.ceil(seeds.length / CHUNK) }, (_, n) => ({
    kind: 'seeds',
    seeds: seeds.slice(n * CHUNK, (n + 1) * CHUNK),
    isShipped,
  }))

export const oneSeed = (seed: number, isShipped: boolean): Task => ({
  kind: 'seeds',
  seeds: [seed],
  isShipped,
})

export const seedTasks = (first: number, count: number): Task[] =>
  chunked(
    Array.from({ length: count }, (_, n) => first + n),
    false,
  )

/** Histories on the shipped storage; without damage, which is done to the model's memory. */
export const shippedTasks = (first: number, count: number): Task[] => {
  const seeds: number[] = []
  for (let seed = first; seeds.length < count; seed += 1) {
    if (!hasDamage(seed)) seeds.push(seed)
  }
  return chunked(seeds, true)
}

/** One task per planted bug, with this many seeds besides the one that last found it. */
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
