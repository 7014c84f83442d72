import type { RemovalRoot, RemovedRow } from '#schema/mutations/mutation.ts'
import type { Database, Queries } from '../database.ts'
import { inPieces } from '../database.ts'

/** One deletion: its root and all rows deleted with it. */
export interface Removal {
  root: RemovalRoot
  rows: readonly RemovedRow[]
}

/**
 * The rows that the person's last deletion of `root` removed. Only the author of a deletion can
 * undo it.
 */
export const readRemoved = async (
  tx: Queries,
  root: RemovalRoot,
  { projectId, removedBy }: { projectId: string; removedBy: number },
): Promise<readonly RemovedRow[]> => {
  const kept = await tx
    .selectFrom('removed_content')
    .select('rows')
    .where('project_id', '=', projectId)
    .where('entity', '=', root.entity)
    .where('entity_id', '=', root.id)
    .where('removed_by', '=', removedBy)
    .executeTakeFirst()
  return kept === undefined ? [] : (JSON.parse(kept.rows) as RemovedRow[])
}

interface Kept {
  projectId: string
  removals: readonly Removal[]
  actorId: number | null
  now: number
}
/**
 * Keeps deletions so that their author can undo them; a later deletion of the same root replaces an
 * earlier one.
 */
export const keepRemoved = async (
  tx: Queries,
  { projectId, removals, actorId, now }: Kept,
): Promise<void> => {
  if (actorId === null) return
  const values = removals.map(({ root, rows }) => ({
    project_id: projectId,
    entity: root.entity,
    entity_id: root.id,
    rows: JSON.stringify(rows),
    removed_by: actorId,
    removed_on: now,
  }))
  for (const piece of inPieces(values)) {
    await tx
      .insertInto('removed_content')
      .values(piece)
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'entity', 'entity_id']).doUpdateSet((eb) => ({
          rows: eb.ref('excluded.rows'),
          removed_by: actorId,
          removed_on: now,
        })),
      )
      .execute()
  }
}

/** Drops deletions that were not undone in time. */
export const forgetRemoved = async (database: Database, before: number): Promise<void> => {
  await database.queries
    .deleteFrom('removed_content')
    .where('removed_on', '<', Math.floor(before))
    .execute()
}
