import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import type { Tables } from '#server/database/tables.ts'
import { createTestDatabase } from './test-database.ts'

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
  close(): Promise<void>
}
type MemberRow = Insertable<Tables['organization_members']>

/** The server's database with nothing in it, for tests of what reads and writes its rows. */
export const openEmptyDatabase = async (): Promise<EmptyDatabase> => {
  const place = await createTestDatabase()
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
    close: async () => {
      await database.close()
      await place.remove()
    },
  }
}
