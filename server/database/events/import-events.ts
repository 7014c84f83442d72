import type { Queries } from '../database.ts'
import { type EventDetail, writeEvents } from './write-events.ts'

/** An import arrives in steps. It has finished when this long no other step came. */
export const IMPORT_REST_MS = 30_000

interface ImportStep {
  documentId: string
  /** Number of new requirements. */
  count: number
}
interface ImportContext {
  projectId: string
  actorId: number | null
  now: number
}

/** Writes one event per document, which replaces the waiting one of the person's earlier steps. */
export const writeImportEvents = async (
  tx: Queries,
  context: ImportContext,
  steps: readonly ImportStep[],
): Promise<void> => {
  for (const [documentId, own] of Map.groupBy(steps, (step) => step.documentId)) {
    const earlier = await takeWaiting(tx, context, documentId)
    const count = own.reduce((sum, step) => sum + step.count, earlier)
    await writeEvents(tx, context, [{ kind: 'import.finished', detail: { documentId, count } }])
  }
}

/** @returns number of requirements of the earlier steps */
const takeWaiting = async (
  tx: Queries,
  { projectId, actorId }: ImportContext,
  documentId: string,
): Promise<number> => {
  const waiting = await tx
    .selectFrom('events')
    .select(['id', 'detail'])
    .where('project_id', '=', projectId)
    .where('kind', '=', 'import.finished')
    .where('actor_id', actorId === null ? 'is' : '=', actorId)
    .execute()
  let count = 0
  for (const { id, detail } of waiting) {
    const known = JSON.parse(detail) as EventDetail
    if (known.documentId !== documentId) continue
    const taken = await tx
      .deleteFrom('events')
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    if (taken !== undefined) count += known.count ?? 0
  }
  return count
}
