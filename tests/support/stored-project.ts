import type { Entity, Row } from '#schema/entities/rows.ts'
import { ENTITY_TABLES, toColumns } from '#server/database/entity-tables.ts'
import { type RowChange, writeRows } from '#server/database/rows/write-rows.ts'
import { type EmptyDatabase, NOW } from './empty-database.ts'
import type { RowSet } from './memory-tx.ts'
import { buildRows, PROJECT_ID } from './project-rows.ts'

/** The same rows, with the same ids, in another project. */
export const inProject = (rows: RowSet, projectId: string): RowSet =>
  Object.fromEntries(
    Object.entries(rows).map(([entity, list]) => [
      entity,
      (list as readonly Row[]).map((row) => {
        if (entity === 'project') return { ...row, id: projectId }
        const moved = { ...row, projectId }
        return 'vendorId' in row && entity === 'projectVendor'
          ? { ...moved, id: `${projectId}.${row.vendorId}` }
          : moved
      }),
    ]),
  )

/** Stores the rows of one project as its first commit, at position 1 of its log. */
export const storeRows = async (
  { database }: EmptyDatabase,
  rows: RowSet = buildRows(),
): Promise<void> => {
  const projectId = rows.project?.[0]?.id ?? PROJECT_ID
  const changes = Object.entries(rows).flatMap(([entity, list]) =>
    (list as readonly Row[]).map((row) => ({
      entity: entity as Entity,
      id: row.id,
      before: null,
      after: row,
    })),
  )
  await database.write(async (tx) => {
    const actor = { id: null, name: 'Tenderbook' }
    const written = await writeRows(tx, changes as RowChange[], {
      projectId,
      firstSeq: 1,
      actor,
      now: NOW,
    })
    await tx
      .insertInto('project_sync')
      .values({ project_id: projectId, head: written.head, floor: 0, visibility_version: 1 })
      .execute()
  })
}

/** The stored row, which must agree with its columns. */
export const storedRow = async <E extends Entity>(
  { database }: EmptyDatabase,
  entity: E,
  { projectId = PROJECT_ID, id }: { projectId?: string; id: string },
): Promise<Row<E> | undefined> => {
  const row = await database.queries
    .selectFrom(ENTITY_TABLES[entity] as 'releases')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const parsed = JSON.parse(row.body) as Row<E>
  const { updated_on } = toColumns(entity, parsed, row.body)
  if (row.updated_on !== updated_on) throw new Error(`${entity} ${id} has another time`)
  return parsed
}
