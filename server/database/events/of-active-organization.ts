import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '../tables.ts'
import { NO_PROJECT } from './write-events.ts'

/**
 * Whether the person works now in the organization of the notification: that of its project, a
 * vendor invited to the project, or the one that it names. Other organizations of the same person
 * must not show it. Needs a left join of the project.
 */
export const ofActiveOrganization = (
  eb: ExpressionBuilder<Tables, 'notifications' | 'users' | 'projects'>,
) =>
  eb.or([
    eb('users.active_organization_id', '=', eb.ref('projects.organization_id')),
    eb.exists(
      eb
        .selectFrom('project_vendors')
        .select('project_vendors.id')
        .whereRef('project_vendors.project_id', '=', 'projects.id')
        .whereRef('project_vendors.vendor_id', '=', 'users.active_organization_id'),
    ),
    eb.and([
      eb('notifications.project_id', '=', NO_PROJECT),
      eb.or([
        eb('notifications.organization_id', 'is', null),
        eb('notifications.organization_id', '=', eb.ref('users.active_organization_id')),
      ]),
    ]),
  ])
