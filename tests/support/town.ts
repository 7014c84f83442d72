import { type Calls, openCalls } from './call-context.ts'
import { type EmptyDatabase, openEmptyDatabase } from './empty-database.ts'

type Row<Add extends keyof EmptyDatabase> = EmptyDatabase[Add] extends (
  ...given: [...infer _, infer R]
) => unknown
  ? R
  : never

/** Two organizations, and two vendors of the first. */
export interface Town {
  rows: EmptyDatabase
  calls: Calls
  city: number
  village: number
  alpha: number
  beta: number
  /** A person whose active organization this is, with one role at most. @returns their id */
  person(
    name: string,
    place: number,
    role?: string | null,
    row?: Partial<NonNullable<Row<'person'>>>,
  ): Promise<number>
  /** Makes a person a member of a project. */
  joins(projectId: string, userId: number, role: string): Promise<void>
}

/** The server's database with these organizations, and the contexts of calls by their people. */
export const openTown = async (): Promise<Town> => {
  const rows = await openEmptyDatabase()
  const city = await rows.organization('City')
  return {
    rows,
    calls: await openCalls(rows),
    city,
    village: await rows.organization('Village'),
    alpha: await rows.organization('Alpha', { parent_id: city }),
    beta: await rows.organization('Beta', { parent_id: city }),
    person: async (name, place, role = null, row = {}) => {
      const id = await rows.person(name, { active_organization_id: place, ...row })
      await rows.member(place, id, {
        roles: JSON.stringify(role === null ? [] : [role]),
        is_primary_contact: Number(role === 'role-vendor-primary-contact'),
      })
      return id
    },
    joins: async (projectId, userId, role) => {
      await rows.database.queries
        .insertInto('project_members')
        .values({
          project_id: projectId,
          user_id: userId,
          roles: JSON.stringify([role]),
          created_on: 1,
        })
        .execute()
    },
  }
}
