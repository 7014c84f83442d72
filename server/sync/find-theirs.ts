import type { FieldConflict } from '#schema/api/sync.ts'
import { leftReason } from '#schema/rules/answers/left-rows.ts'
import type { Queries } from '../database/database.ts'

/** How many of the newest entries of a row's history are read. */
const LINES_READ = 100
const CHANGED = 'CONTENT_CHANGED'

/**
 * Adds to each conflict who wrote the current value and when: from the newest history entry of the
 * row that names the field, or else from its newest entry.
 */
export const findTheirs = async (
  tx: Queries,
  projectId: string,
  conflicts: readonly FieldConflict[],
): Promise<FieldConflict[]> => {
  // One query per row: for a list of ids SQLite scans the whole log in the requested order.
  const readLines = (id: string) =>
    tx
      .selectFrom('change_log')
      .select(['fields', 'actor_name', 'at'])
      .where('project_id', '=', projectId)
      .where('entity_id', '=', id)
      .orderBy('seq', 'desc')
      .limit(LINES_READ)
      .execute()
  const lines = new Map<string, Awaited<ReturnType<typeof readLines>>>()
  for (const { id } of conflicts) if (!lines.has(id)) lines.set(id, await readLines(id))
  return conflicts.map((conflict) => {
    // Do not reveal who changed a row that the person may not see or that is gone.
    if ((leftReason(conflict)?.reason ?? CHANGED) !== CHANGED) return conflict
    const own = lines.get(conflict.id) ?? []
    const line =
      own.find(({ fields }) =>
        (JSON.parse(fields) as string[]).some(
          (name) => name.replace(/^[+-]/, '') === conflict.field,
        ),
      ) ?? own[0]
    return line === undefined
      ? conflict
      : { ...conflict, theirsBy: line.actor_name, theirsOn: line.at }
  })
}
