import { PATCHES } from './patches.ts'

/** One piece of work for a worker. */
export type Task =
  | { kind: 'seeds'; first: number; count: number }
  /** Seeds until the bug is found. */
  | { kind: 'plant' | 'patch'; name: string; seeds: number }
export interface Failure { seed: number; violations: string[] }
export type Report =
  | { kind: 'seeds'; seeds: number; edits: number; failures: Failure[] }
  | { kind: 'plant' | 'patch'; name: string; seed: number | null; violation: string; ms: number }

const CHUNK = 10

export const seedTasks = (first: number, count: number): Task[] =>
  Array.from({ length: Math.ceil(count / CHUNK) }, (_, n) => ({ kind: 'seeds', first: first + n * CHUNK, count: Math.min(CHUNK, count - n * CHUNK) }))

/** Every planted bug, each with so many seeds to show itself. */
export const bugTasks = (plants: readonly string[], seeds: number): Task[] => [
  ...Object.keys(PATCHES).map((name) => ({ kind: 'patch' as const, name, seeds })), ...plants.map((name) => ({ kind: 'plant' as const, name, seeds })),
]
