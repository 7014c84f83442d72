import { expect, test } from 'vitest'
import { buildMatrixWorld } from './authorization/matrix-world.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { repetitions } from '../support/repetitions.ts'
import { testDatabaseKind } from '../support/test-database.ts'

/** On PostgreSQL the same handlers run; fewer requests suffice to test its types and limits. */
const REQUESTS = testDatabaseKind === 'sqlite' ? repetitions({ few: 5_000, many: 20_000 }) : 2_000

test(
  '[HT9] whatever the input, no call fails, discloses internals, changes a prototype or leaves a row that breaks a rule',
  { timeout: 900_000 },
  async () => {
    const world = await buildMatrixWorld()
    try {
      const report = await fuzz(world, { seed: 1, requests: REQUESTS })
      expect(report.failures).toEqual([])
      expect(report.requests).toBe(REQUESTS)
      // A run in which every input is refused proves nothing: most calls must accept some.
      expect(report.answered.size).toBeGreaterThan(testDatabaseKind === 'sqlite' ? 50 : 10)
    } finally {
      await world.close()
    }
  },
)
