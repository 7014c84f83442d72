import type { Database } from '../database/database.ts'
import { FIRST_SEQ_PER_MS, lockProject } from '../database/project-lock.ts'
import { forgetRemoved } from '../database/rows/removed-content.ts'
import { KEEP_UNUSED_MS } from './collect-files.ts'

/** How long the log keeps deletions. A device that was away longer replaces its whole copy. */
export const KEEP_DELETIONS_MS = 90 * 86_400_000

/**
 * Forgets old deletions and the rows kept for their undo, and raises each project's floor to the
 * newest forgotten deletion. A device replaces a copy that was last complete before the floor. An
 * abort ends the work between two projects.
 */
export const compactLog = async (
  database: Database,
  clock: () => number,
  signal?: AbortSignal,
): Promise<void> => {
  await forgetRemoved(database, clock() - KEEP_UNUSED_MS)
  const before = (clock() - KEEP_DELETIONS_MS) * FIRST_SEQ_PER_MS
  const found = await database.queries
    .selectFrom('sync_row')
    .select('project_id')
    .distinct()
    .where('body', 'is', null)
    .where('seq', '<', before)
    .execute()
  for (const { project_id: projectId } of found) {
    if (signal?.aborted === true) return
    await database.write(async (tx) => {
      const locked = await lockProject(tx, database.dialect, projectId)
      if (locked === null) return
      const old = tx
        .selectFrom('sync_row')
        .where('project_id', '=', projectId)
        .where('body', 'is', null)
        .where('seq', '<', before)
      const { newest } = await old
        .select((eb) => eb.fn.max('seq').as('newest'))
        .executeTakeFirstOrThrow()
      if (newest === null) return
      await tx
        .deleteFrom('sync_row')
        .where('project_id', '=', projectId)
        .where('body', 'is', null)
        .where('seq', '<=', newest)
        .execute()
      await tx
        .updateTable('project_sync')
        .set({ floor: Math.max(locked.floor, newest) })
        .where('project_id', '=', projectId)
        .execute()
    })
  }
}
