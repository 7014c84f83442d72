import * as v from 'valibot'
import { Notification } from '../../entities/notification.ts'
import { ProjectMessage } from '../../entities/project-message.ts'
import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import { counter, filledText, rowId, title, zone } from '../../entities/fields.ts'
import { LIMITS } from '../../tables/limits.ts'
import { IdInPath, ListIndex, NumberId, RowId } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/** Notifications that one call marks at most; a device keeps as many. */
export const MOST_NOTIFICATIONS = 200

/** Number of unread notifications of the projects that the person sees now. */
const Unread = v.strictObject({ unread: v.number() })
const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_NOTIFICATIONS))

/** The person's own notifications, and messages of a project's owner. */
export const notifications = endpoints({
  list: {
    method: 'POST',
    path: '/notification-service/notifications',
    access: 'user',
    summary: "The person's notifications, newest first",
    body: v.strictObject({
      pageNumber: v.optional(ListIndex, 0),
      pageSize: v.optional(count, LIMITS.notificationPageSize),
      /** Only those older than this one: pages that no newer notification moves. */
      before: v.optional(RowId),
      /** Only those of one project. */
      projectId: v.optional(RowId),
      /** The zone of the browser, kept for a person who has chosen none. */
      zone: v.optional(zone),
    }),
    reply: v.strictObject({
      items: v.array(Notification),
      total: v.number(),
      pageNumber: v.number(),
      pageSize: v.number(),
      /** The projects that have any of the person's notifications, and how many. */
      projects: v.array(v.strictObject({ id: rowId, name: title, total: counter })),
      ...Unread.entries,
    }),
    errors: ['ACCESS_TO_PROJECT_IS_DENIED'],
  },
  markRead: {
    method: 'POST',
    path: '/notification-service/notifications/mark-read',
    access: 'user',
    summary: "Mark the person's notifications as read, or as unread",
    body: v.strictObject({
      /** One notification, or several; ids of other people's are ignored. */
      id: v.union([RowId, v.pipe(v.array(RowId), v.minLength(1), v.maxLength(MOST_NOTIFICATIONS))]),
      read: v.optional(v.boolean(), true),
    }),
    reply: Unread,
  },
  send: {
    method: 'POST',
    path: '/projects-service/projects/{id}/notification',
    access: 'user',
    summary: 'Send a message of the owner to the team, to all vendors, or to chosen ones',
    params: IdInPath,
    body: v.strictObject({
      text: v.pipe(v.string(), v.trim(), filledText(FIELD_LIMITS.noticeText)),
      team: v.optional(v.boolean(), false),
      /** `all`, or the vendors that are told, each separately. */
      vendors: v.optional(
        v.union([
          v.literal('all'),
          v.pipe(v.array(NumberId), v.minLength(1), v.maxLength(FIELD_LIMITS.organizations)),
        ]),
      ),
    }),
    reply: v.strictObject({ done: v.literal(true) }),
    errors: ['ACCESS_TO_PROJECT_IS_DENIED', 'NOT_ALLOWED', 'STATE_FORBIDS', 'INPUT_INVALID'],
    rateLimit: { max: 30, windowMs: 3_600_000 },
  },
  messages: {
    method: 'GET',
    path: '/projects-service/projects/{id}/notifications',
    access: 'user',
    summary: 'Messages of the owner that the caller may read, newest first',
    params: IdInPath,
    reply: v.array(ProjectMessage),
    errors: ['ACCESS_TO_PROJECT_IS_DENIED'],
  },
})
