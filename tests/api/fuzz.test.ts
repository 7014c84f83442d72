import { expect, test } from 'vitest'
import { buildMatrixWorld } from './authorization/matrix-world.ts'
import { fuzz, neverAnswered } from './fuzz/fuzz.ts'
import { UNREACHED } from './fuzz/good-requests.ts'
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
      // A run in which every input is refused proves nothing: each call must succeed once.
      expect(neverAnswered(report).toSorted()).toEqual(Object.keys(UNREACHED).toSorted())
    } finally {
      await world.close()
    }
  },
)
