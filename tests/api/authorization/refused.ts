import { testDatabaseKind } from '../../support/test-database.ts'
import { EVERYBODY, type Name } from './cast.ts'

/**
 * On PostgreSQL each attempt is made by one of so many; the next attempt by others. On SQLite by
 * everybody.
 */
const ONE_OF = testDatabaseKind === 'postgres' ? 3 : 1
let round = 0

/**
 * Who is to be refused where only these may: who may is decided before any row is read, so a second
 * database meets fewer of them.
 */
export const refusedBut = (may: readonly Name[]): Name[] => {
  round += 1
  return EVERYBODY.filter((name) => !may.includes(name)).filter(
    (_name, index) => (index + round) % ONE_OF === 0,
  )
}
