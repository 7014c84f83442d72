import type { Notification } from '#schema/entities/notification.ts'
import type { Project } from '#schema/entities/project.ts'
import { formatDate } from '#schema/rules/format.ts'
import { isManyKind } from '#schema/rules/project/many-text.ts'
import { mayKnowActor, noticePath, noticeText } from '#schema/rules/project/notifications.ts'
import type { Language } from '#schema/tables/languages.ts'
import type { NoticeKind } from '#schema/tables/notices.ts'
import type { Queries } from '../database/database.ts'
import { parseRow } from '../database/entity-tables.ts'
import type { EventDetail } from '../database/events/write-events.ts'

/** Notifications with what their texts need: the project, and the language of the receiver. */
export const notificationsOf = (tx: Queries) =>
  tx
    .selectFrom('notifications')
    .leftJoin('projects', 'projects.id', 'notifications.project_id')
    .leftJoin('organizations', 'organizations.id', 'notifications.organization_id')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .leftJoin('organizations as own', 'own.id', 'users.active_organization_id')
    .select([
      'notifications.id as id',
      'notifications.user_id as userId',
      'notifications.kind as kind',
      'notifications.detail as detail',
      'notifications.created_on as createdOn',
      'notifications.read_on as readOn',
      'projects.body as project',
      'users.language as language',
      'organizations.id as organizationId',
      'organizations.name as organizationName',
      'own.id as ownId',
      'own.parent_id as parentId',
    ])

export interface NotificationRow {
  id: string
  kind: NoticeKind
  detail: string
  createdOn: number
  readOn: number | null
  /** Null if no project has the notification. */
  project: string | null
  organizationId: number | null
  organizationName: string | null
  /** The organization that the receiver works for now. */
  ownId: number | null
  /** The requestor of the vendor that the receiver works for now; null for a requestor. */
  parentId: number | null
  language: Language
}

const detailOf = ({ detail }: NotificationRow): EventDetail => JSON.parse(detail) as EventDetail

/** The person who acted, and the reader's organization, if the reader may know who it was. */
export const actorOf = (row: NotificationRow): { id: number; organizationId: number } | null => {
  const { actorId } = detailOf(row)
  return actorId !== undefined &&
    row.ownId !== null &&
    mayKnowActor(row.kind, { isVendor: row.parentId !== null })
    ? { id: actorId, organizationId: row.ownId }
    : null
}

/** Names of people, by organization and person. */
export type Actors = ReadonlyMap<string, string>
export const actorKey = ({ id, organizationId }: { id: number; organizationId: number }): string =>
  `${organizationId}/${id}`

/** The notification in the language of its receiver; it names no one without `readActors`. */
export const toNotification = (row: NotificationRow, actors?: Actors): Notification => {
  const project = row.project === null ? null : parseRow('project', row.project)
  const detail = detailOf(row)
  const actor = actorOf(row)
  const name = actor === null ? undefined : actors?.get(actorKey(actor))
  const organization = organizationOf(row, project)
  return {
    id: row.id,
    message: noticeText(row.kind, row.language, {
      project: project?.name,
      organization: organization?.name,
      thing: detail.thing,
      addendum: detail.addendum,
      count: detail.count,
      text: detail.text,
      until: untilText(detail.until),
    }),
    createdOn: row.createdOn,
    read: row.readOn !== null,
    project: project === null ? null : { id: project.id, name: project.name },
    organization,
    link: noticePath(row.kind, {
      ...detail,
      projectId: project?.id ?? '',
      organizationId: organization?.id,
      isVendor: row.parentId !== null,
    }),
    ...(isManyKind(row.kind) ? { kind: row.kind } : {}),
    ...(actor === null || name === undefined ? {} : { actor: { id: actor.id, name } }),
  }
}

const organizationOf = (
  { organizationId, organizationName }: NotificationRow,
  project: Project | null,
): Notification['organization'] => {
  if (project !== null) return { id: project.organizationId, name: project.organizationName }
  return organizationId === null ? null : { id: organizationId, name: organizationName ?? '' }
}

/** The day of the deadline and its zone, which the receiver's own may differ from. */
const untilText = (until: Project['deadline'] | undefined): string | undefined =>
  until === undefined || until === null ? undefined : `${formatDate(until.date)} (${until.zone})`
