import { expect, test } from 'vitest'
import { buildMatrixWorld } from './authorization/matrix-world.ts'
import { fuzz, neverAnswered } from './fuzz/fuzz.ts'
import { UNREACHED } from './fuzz/good-requests.ts'
import { repetitions } from '../support/repetitions.ts'
import { testDatabaseKind } from '../support/test-database.ts'

/**
 * On PostgreSQL the same requests meet the same handlers; fewer show what its types and limits add.
 */
const REQUESTS = testDatabaseKind === 'sqlite' ? repetitions({ few: 5_000, many: 20_000 }) : 2_000

test(
  '[HT9] whatever input calls get, none fails, tells of its insides, changes a prototype or leaves a row that breaks a rule',
  { timeout: 900_000 },
  async () => {
    const world = await buildMatrixWorld()
    try {
      const report = await fuzz(world, { seed: 1, requests: REQUESTS })
      expect(report.failures).toEqual([])
      expect(report.requests).toBe(REQUESTS)
      // Input that nobody takes shows nothing: each call is reached.
      expect(neverAnswered(report).toSorted()).toEqual(Object.keys(UNREACHED).toSorted())
    } finally {
      await world.close()
    }
  },
)
