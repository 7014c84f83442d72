import type { ExpressionBuilder } from 'kysely'
import { sidesOf } from '#schema/rules/access/access.ts'
import type { Person } from '../database/access/read-actor.ts'
import type { Queries } from '../database/database.ts'
import { NO_PROJECT } from '../database/events/write-events.ts'
import { readHome } from '../database/projects/read-home.ts'
import type { Tables } from '../database/tables.ts'

/**
 * The projects that the person may see now, and none: notifications of all other projects stay
 * hidden, whatever the person could see when they got them.
 */
export const visibleIds = async (tx: Queries, person: Person): Promise<string[]> =>
  idsOf(await visibleProjects(tx, person))

export const idsOf = (projects: readonly { id: string }[]): string[] => [
  NO_PROJECT,
  ...projects.map(({ id }) => id),
]

/** The projects that the person may see now. */
export const visibleProjects = async (
  tx: Queries,
  person: Person,
): Promise<{ id: string; name: string }[]> =>
  (await readHome(tx, person)).filter(
    (project) =>
      sidesOf({ userId: person.userId, name: person.name, ...project.me }, project).length > 0,
  )

interface Own {
  person: Person
  projectIds: readonly string[]
}
/** Conditions of the notifications that the person may read now. */
export const isOwn =
  ({ person, projectIds }: Own) =>
  (eb: ExpressionBuilder<Tables, 'notifications'>) =>
    eb.and([
      eb('notifications.user_id', '=', person.userId),
      eb('notifications.project_id', 'in', projectIds),
      eb.or([
        eb('notifications.organization_id', 'is', null),
        eb('notifications.organization_id', '=', person.organizationId),
      ]),
    ])

export const countOwn = async (tx: Queries, own: Own, isUnread: boolean): Promise<number> => {
  const query = tx
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll().as('count'))
    .where(isOwn(own))
  const row = await (isUnread ? query.where('read_on', 'is', null) : query).executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Number of the person's notifications of each project that has any. */
export const countByProject = async (tx: Queries, own: Own): Promise<Map<string, number>> => {
  const rows = await tx
    .selectFrom('notifications')
    .select(['project_id', (eb) => eb.fn.countAll().as('count')])
    .where(isOwn(own))
    .groupBy('project_id')
    .execute()
  return new Map(rows.map((row) => [row.project_id, Number(row.count)]))
}
