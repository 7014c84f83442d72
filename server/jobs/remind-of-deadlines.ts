import { dueReminder } from '#schema/rules/project/notifications.ts'
import type { Database } from '../database/database.ts'
import { parseRow } from '../database/entity-tables.ts'
import { writeEvents } from '../database/events/write-events.ts'

/** Writes the reminders of deadlines that are due, each once per project and deadline. */
export const remindOfDeadlines = async (database: Database, now: number): Promise<void> => {
  const rows = await database.queries
    .selectFrom('projects')
    .select('body')
    .where('state', '=', 'PUBLISHED')
    .where('deadline_at', '>', now)
    .execute()
  for (const { body } of rows) {
    const { id: projectId, deadlineAt, publishedOn } = parseRow('project', body)
    if (deadlineAt === null || publishedOn === null) continue
    const due = dueReminder({ deadlineAt, publishedOn }, now)
    if (due === null) continue
    await database.write(async (tx) => {
      const fresh = await tx
        .insertInto('deadline_notices')
        .values({ project_id: projectId, deadline_at: deadlineAt, kind: due.kind })
        .onConflict((conflict) =>
          conflict.columns(['project_id', 'deadline_at', 'kind']).doNothing(),
        )
        .returning('kind')
        .executeTakeFirst()
      if (fresh !== undefined)
        await writeEvents(tx, { projectId, actorId: null, now }, [
          { kind: due.kind },
          { kind: 'vendors.notStarted' },
        ])
    })
  }
}
