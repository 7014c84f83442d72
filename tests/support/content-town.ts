import type { Project } from '#schema/entities/project.ts'
import type { Entity, Row } from '#schema/entities/rows.ts'
import { ENTITY_TABLES } from '#server/database/entity-tables.ts'
import { watchRows } from './changed-rows.ts'
import type { RowSet } from './memory-tx.ts'
import { buildProject, buildProjectVendor, buildRows, PROJECT_ID } from './project-rows.ts'
import { inProject, storedRow, storeRows } from './stored-project.ts'
import { openTown, type Town } from './town.ts'

export interface ContentTown extends Town {
  /** The owner of the project. */
  olga: number
  /** An author of the project, who is assigned to nothing. */
  anna: number
  /** The primary contact of the invited vendor Alpha. */
  vera: number
  /** A member of another organization. */
  villager: number
  row<E extends Entity>(entity: E, id: string): Promise<Row<E> | undefined>
  /** The ids of the project's rows of a kind in their order. */
  order(entity: Entity, isIn?: (row: Row) => boolean): Promise<string[]>
  /** What changed in the rows of the other project; nothing may. */
  elsewhere(): Promise<string[]>
}

/**
 * The small project of `buildRows` in City, with the vendors Alpha and Beta, and rows with the same
 * ids in a project of Village.
 */
export const openContentTown = async (
  project: Partial<Project> = {},
  rowsFor: (town: Town) => RowSet = () => ({}),
): Promise<ContentTown> => {
  const town = await openTown()
  const { rows, city, village, alpha, beta } = town
  const olga = await town.person('olga', city, 'role-org-power-user')
  const anna = await town.person('anna', city)
  const vera = await town.person('vera', alpha, 'role-vendor-primary-contact')
  const villager = await town.person('villager', village, 'role-org-power-user')
  const own = { organizationId: city, ownerId: olga, ownerName: 'olga Person' }
  const set = buildRows({
    project: [buildProject({ ...own, ...project })],
    projectVendor: [buildProjectVendor(alpha), buildProjectVendor(beta)],
    ...rowsFor(town),
  })
  await storeRows(rows, set)
  const other = buildProject({ ...project, organizationId: village, ownerId: villager })
  await storeRows(rows, inProject({ ...set, project: [other] }, 'zother'))
  await town.joins(PROJECT_ID, anna, 'role-project-req-author')
  const changes = await watchRows(rows.database)
  return {
    ...{ ...town, olga, anna, vera, villager },
    row: (entity, id) => storedRow(rows, entity, { id }),
    order: async (entity, isIn = () => true) => {
      const found = await rows.database.queries
        .selectFrom(ENTITY_TABLES[entity] as 'packages')
        .select('body')
        .where('project_id', '=', PROJECT_ID)
        .execute()
      const ranked = found.map(({ body }) => JSON.parse(body) as Row<'package'>).filter(isIn)
      return ranked.toSorted((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ id }) => id)
    },
    elsewhere: async () => (await changes()).filter((line) => line.includes('zother')),
  }
}
