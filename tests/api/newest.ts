import type { Entity } from '#schema/entities/rows.ts'
import type { Database } from '#server/database/database.ts'
import { ENTITY_TABLES } from '#server/database/entity-tables.ts'

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
