import type { Queries } from '../database.ts'
import { writeEvents } from './write-events.ts'

interface LateContext {
  projectId: string
  /** Server time in ms. */
  now: number
}

/** Writes that late answers wait, once per project and deadline. */
export const writeLateEvent = async (
  tx: Queries,
  { projectId, now }: LateContext,
): Promise<void> => {
  const project = await tx
    .selectFrom('projects')
    .select('deadline_at')
    .where('id', '=', projectId)
    .executeTakeFirst()
  if (project?.deadline_at == null) return
  const fresh = await tx
    .insertInto('deadline_notices')
    .values({ project_id: projectId, deadline_at: project.deadline_at, kind: 'late.waiting' })
    .onConflict((conflict) => conflict.columns(['project_id', 'deadline_at', 'kind']).doNothing())
    .returning('kind')
    .executeTakeFirst()
  if (fresh !== undefined)
    await writeEvents(tx, { projectId, actorId: null, now }, [{ kind: 'late.waiting' }])
}
