import { statSync } from 'node:fs'
import type { TestSequencer, TestSpecification } from 'vitest/node'

/** Small files with slow tests. Starting one of them last would leave the other core idle. */
const LONG = [
  'tests/sync/simulator.test.ts',
  'tests/sync/schedules.test.ts',
  'tests/api/authorization.test.ts',
  'tests/api/fuzz.test.ts',
  'tests/api/durability.test.ts',
]

const rankOf = ({ moduleId }: TestSpecification): number => {
  const place = LONG.findIndex((path) => moduleId.endsWith(path))
  return place === -1 ? LONG.length : place
}

/** Runs slow files first, then larger files before smaller ones, as Vitest does by default. */
export class LongestFirst implements TestSequencer {
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const size = new Map(files.map((file) => [file, statSync(file.moduleId).size]))
    return files.toSorted(
      (one, other) => rankOf(one) - rankOf(other) || (size.get(other) ?? 0) - (size.get(one) ?? 0),
    )
  }
  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}
