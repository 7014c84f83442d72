import { randomUUID } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Insertable } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import type { Tables } from '#server/database/tables.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** 1 June 2029. */
export const NOW = Date.parse('2029-06-01T08:00:00Z')

export interface EmptyDatabase {
  database: Database
  dataDir: string
  /** @returns its id */
  organization(name: string, row?: Partial<Insertable<Tables['organizations']>>): Promise<number>
  /** A person without a password. @returns their id */
  person(username: string, row?: Partial<Insertable<Tables['users']>>): Promise<number>
  member(organizationId: number, userId: number, row?: Partial<MemberRow>): Promise<void>
  /** A project in preparation, whose first log begins with what the test does. */
  project(id: string, organizationId: number, row?: Partial<ProjectRow>): Promise<void>
  /** Invites a vendor to a project. */
  invited(projectId: string, vendorId: number): Promise<void>
  package(projectId: string, id: string): Promise<void>
  close(): Promise<void>
}
type MemberRow = Insertable<Tables['organization_members']>
type ProjectRow = Insertable<Tables['projects']>

const COUNTED = { answered: 0, submitted: 0 }
const STORED = { updated_on: NOW, body: '{}' }

/** The files of a new SQLite database, by name: copying them is faster than creating the tables. */
let newFiles: Promise<Map<string, Buffer>> | undefined
const readNewFiles = async (): Promise<Map<string, Buffer>> => {
  const place = await createTestDatabase()
  await (await openDatabase(place)).close()
  const names = await readdir(place.dataDir)
  const files = await Promise.all(names.map((name) => readFile(join(place.dataDir, name))))
  await place.remove()
  return new Map(names.map((name, index) => [name, files[index] ?? Buffer.alloc(0)]))
}
const createTables = async ({ dataDir, databaseUrl }: TestDatabase): Promise<void> => {
  if (databaseUrl !== undefined) return
  newFiles ??= readNewFiles()
  for (const [name, content] of await newFiles)
    await writeFile(join(dataDir, name), content, { mode: 0o600 })
}

/** The server's database with nothing in it, for tests of what reads and writes its rows. */
export const openEmptyDatabase = async (): Promise<EmptyDatabase> => {
  const place = await createTestDatabase()
  await createTables(place)
  const database = await openDatabase(place)
  return {
    database,
    dataDir: place.dataDir,
    organization: async (name, row = {}) => {
      const values = {
        name,
        description: '',
        parent_id: null,
        zone: 'UTC',
        created_on: NOW,
        ...row,
      }
      const added = database.queries.insertInto('organizations').values(values).returning('id')
      return (await added.executeTakeFirstOrThrow()).id
    },
    person: async (username, row = {}) => {
      const values = {
        uuid: randomUUID(),
        username,
        email: `${username}@city.example`,
        firstname: username,
        lastname: 'Person',
        name: `${username} Person`,
        salt: '',
        iterations: 1,
        password: '',
        active_organization_id: null,
        blocked: 0,
        created_on: NOW,
        updated_on: NOW,
        ...row,
      }
      const added = database.queries.insertInto('users').values(values).returning('id')
      return (await added.executeTakeFirstOrThrow()).id
    },
    member: async (organizationId, userId, row = {}) => {
      await database.queries
        .insertInto('organization_members')
        .values({
          organization_id: organizationId,
          user_id: userId,
          roles: '[]',
          is_primary_contact: 0,
          created_on: NOW,
          expires_on: null,
          ...row,
        })
        .execute()
    },
    project: async (id, organizationId, row = {}) => {
      const { queries } = database
      await queries
        .insertInto('projects')
        .values({
          project_id: id,
          id,
          lineage_id: id,
          organization_id: organizationId,
          owner_id: 0,
          state: 'PREPARATION',
          deadline_at: null,
          name: id,
          updated_on: NOW,
          body: JSON.stringify({
            id,
            organizationId,
            ownerId: 0,
            state: 'PREPARATION',
            publishedOn: null,
          }),
          ...row,
        })
        .execute()
      await queries
        .insertInto('project_sync')
        .values({ project_id: id, head: 0, floor: 0, visibility_version: 1 })
        .execute()
    },
    invited: async (projectId, vendorId) => {
      const id = `${projectId}-${vendorId}`
      await database.queries
        .insertInto('project_vendors')
        .values({ project_id: projectId, id, vendor_id: vendorId, ...COUNTED, ...STORED })
        .execute()
    },
    package: async (projectId, id) => {
      await database.queries
        .insertInto('packages')
        .values({ project_id: projectId, id, requirement_count: 0, ...STORED })
        .execute()
    },
    close: async () => {
      await database.close()
      await place.remove()
    },
  }
}
