import type { FieldConflict } from '#schema/api/sync.ts'
import { leftReason } from '#schema/rules/answers/left-rows.ts'
import type { Queries } from '../database/database.ts'

/** Of one row's history, newest first. */
const LINES_READ = 100
const CHANGED = 'CONTENT_CHANGED'

/**
 * Who wrote the value that stands in the way, and when: the newest line of the row's history that
 * names the field, else its newest line.
 */
export const findTheirs = async (
  tx: Queries,
  projectId: string,
  conflicts: readonly FieldConflict[],
): Promise<FieldConflict[]> => {
  // Row by row: for a list of rows SQLite would rather walk the whole log in the order asked for.
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
    // A person who may not see a row, or whose row is gone, hears nothing of others' work on it.
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
