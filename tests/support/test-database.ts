import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresDatabase } from './postgres.ts'

/**
 * `npm run test:api` runs the same tests on both databases: TEST_DATABASE=postgres selects the
 * second.
 */
export const testDatabaseKind: 'sqlite' | 'postgres' =
  process.env['TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite'

export interface TestDatabase {
  readonly dataDir: string
  /** Undefined = SQLite in `dataDir`. */
  readonly databaseUrl: string | undefined
  remove(): Promise<void>
}

/**
 * Creates a new, empty database of the kind that this run tests.
 * @param isMigrated whether it may have its tables already
 */
export const createTestDatabase = async (isMigrated = false): Promise<TestDatabase> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tenderbook-test-'))
  const database =
    testDatabaseKind === 'postgres' ? await createPostgresDatabase(isMigrated) : undefined
  return {
    dataDir,
    databaseUrl: database?.url,
    remove: async () => {
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
