import { testDatabaseKind } from '../../support/test-database.ts'
import { EVERYBODY, type Name } from './cast.ts'

/** On PostgreSQL a third of the people makes each attempt, in turn; on SQLite every person. */
const ONE_OF = testDatabaseKind === 'postgres' ? 3 : 1
let round = 0

/**
 * The people to try as refused. Rights are decided before any row is read, so a second database
 * needs fewer of them.
 */
export const refusedBut = (may: readonly Name[]): Name[] => {
  round += 1
  return EVERYBODY.filter((name) => !may.includes(name)).filter(
    (_name, index) => (index + round) % ONE_OF === 0,
  )
}
