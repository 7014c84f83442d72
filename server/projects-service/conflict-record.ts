import type { InferOutput } from 'valibot'
import type { ConflictRecord } from '#schema/api/projects-service/requirements.ts'
import type { FieldConflict } from '#schema/api/sync.ts'
import { leftReason } from '#schema/rules/answers/left-rows.ts'
import type { OpenedProject } from './open-project.ts'

const NEWEST = 200

/**
 * Conflicting edits of one field by two people, with all three texts, read from the stored
 * verdicts. Requestors see those of the requirement. Only the vendor sees those of its answer,
 * because the discarded text was never part of it.
 */
export const readConflictRecord = async (
  opened: OpenedProject,
  requirementId: string,
): Promise<InferOutput<typeof ConflictRecord>[]> => {
  const rows = await opened.tx
    .selectFrom('mutation_result')
    .innerJoin('sync_client', 'sync_client.client_id', 'mutation_result.client_id')
    .innerJoin('users', 'users.id', 'sync_client.user_id')
    .select(['conflicts', 'client_at', 'at', 'users.name as name'])
    .where('project_id', '=', opened.projectId)
    .where('status', '=', 'conflict')
    .where('conflicts', 'like', `%"${requirementId}%`)
    .orderBy('at', 'desc')
    .limit(NEWEST)
    .execute()
  const isShown = (conflict: FieldConflict): boolean => {
    const { entity, id } = conflict
    if (leftReason(conflict) !== null) return false
    if (entity === 'requirement') return id === requirementId && opened.actor.relation !== 'vendor'
    if (entity !== 'commitment') return false
    const [answered, vendorId] = id.split('.')
    return answered === requirementId && opened.actor.vendorId === Number(vendorId)
  }
  return rows.flatMap(({ conflicts, name, client_at: mineOn, at }) =>
    (JSON.parse(conflicts) as FieldConflict[])
      .filter(isShown)
      .map((conflict) => ({ ...conflict, mineBy: name, mineOn, at })),
  )
}
