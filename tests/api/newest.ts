import { API } from '#schema/api/index.ts'
import type { Entity } from '#schema/entities/rows.ts'
import type { Database } from '#server/database/database.ts'
import { ENTITY_TABLES } from '#server/database/entity-tables.ts'
import type { ApiClient } from '../support/api-client.ts'

interface Of {
  database: Database
}

/** The `updatedOn` of a stored row, which an update has to name; undefined = there is no row. */
export const newestIfThere = async (
  { database }: Of,
  entity: Entity,
  id: string,
): Promise<number | undefined> =>
  (
    await database.queries
      .selectFrom(ENTITY_TABLES[entity] as 'releases')
      .select('updated_on')
      .where('id', '=', id)
      .executeTakeFirst()
  )?.updated_on

export const newest = async (of: Of, entity: Entity, id: string): Promise<number> => {
  const updatedOn = await newestIfThere(of, entity, id)
  if (updatedOn === undefined) throw new Error(`There is no ${entity} ${id}`)
  return updatedOn
}

/** The rows with their versions, as a call about several rows takes them. */
export const withNewest = async <R extends { id: string }>(
  of: Of,
  entity: Entity,
  rows: readonly R[],
): Promise<(R & { updatedOn: number })[]> =>
  await Promise.all(
    rows.map(async (row) => ({ ...row, updatedOn: await newest(of, entity, row.id) })),
  )

/** The version of an organization's profile, which an update has to name. */
export const newestOrganization = async ({ database }: Of, id: number): Promise<number> => {
  const organizations = database.queries.selectFrom('organizations').select('updated_on')
  return (await organizations.where('id', '=', id).executeTakeFirstOrThrow()).updated_on
}

/** The version of the client's own profile, which an update has to name. */
export const newestProfile = async (client: ApiClient): Promise<number> =>
  (await client.call(API.profiles.own, {})).updatedOn
