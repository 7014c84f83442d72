import type { Notification } from '../../entities/notification.ts'
import type { Project } from '../../entities/project.ts'
import type { ProjectActor } from '../../mutations/mutation.ts'
import type { Permission } from '../../tables/permissions.ts'
import { sidesOf } from '../access/access.ts'
import type { Relation } from '../access/project-actions.ts'

interface Audience {
  readonly to: readonly Relation[]
  /** People without this permission are not notified. */
  readonly permission?: Permission
  /** Only the affected vendor is notified, no other one. */
  readonly isOneVendors?: true
  /** `{project}` and the values of the event are placeholders. */
  readonly message: string
}

const REQUESTORS = ['owner', 'collaborator'] as const
const ALL_SIDES = [...REQUESTORS, 'vendor'] as const

/** The events of a project, with their recipients and messages. */
export const EVENTS = {
  'project.ready': { to: ['owner'], message: '{project} is ready' },
  'project.prepared': { to: ['collaborator'], message: '{project} is in preparation' },
  'project.published': { to: ALL_SIDES, message: '{project} is published' },
  'project.republished': { to: ALL_SIDES, message: '{project} was changed: addendum {addendum}' },
  'project.ended': { to: ALL_SIDES, message: 'The publishing of {project} has ended' },
  'project.closed': { to: REQUESTORS, message: '{project} is closed' },
  /** Written by the owner. */
  'project.message': { to: ALL_SIDES, message: '{project}: {text}' },
  'question.asked': {
    to: REQUESTORS,
    permission: 'QA_BROWSE',
    message: 'A question was asked in {project}',
  },
  'painPoint.reported': {
    to: REQUESTORS,
    permission: 'PP_BROWSE',
    message: 'A pain point was reported in {project}',
  },
  'reply.official': {
    to: ['vendor'],
    isOneVendors: true,
    message: 'Your question in {project} was answered',
  },
  'answer.published': {
    to: ['vendor'],
    permission: 'QA_BROWSE',
    message: 'Questions and answers of {project} have a new entry',
  },
} as const satisfies Record<string, Audience>
export type ProjectEvent = keyof typeof EVENTS

export interface Happening {
  event: ProjectEvent
  project: Pick<Project, 'state' | 'sealed' | 'publishedOn'>
  /** The person who acted, who is not notified; null = the system. */
  by: number | null
  /** The affected vendor and package; null = no single one. */
  vendorId: number | null
  packageId: string | null
}
export interface Listener {
  actor: ProjectActor
  /** The person's notification setting for the project. */
  notificationsEnabled: boolean
}

const isTold = (
  { event, project, by, vendorId, packageId }: Happening,
  { actor, notificationsEnabled }: Listener,
): boolean => {
  const audience: Audience = EVENTS[event]
  if (!notificationsEnabled || actor.userId === by || !audience.to.includes(actor.relation))
    return false
  if (sidesOf(actor, project).length === 0) return false
  if (audience.permission !== undefined && !actor.permissions.includes(audience.permission))
    return false
  if (packageId !== null && actor.packageIds !== null && !actor.packageIds.includes(packageId))
    return false
  return audience.isOneVendors !== true || actor.vendorId === vendorId
}

/** Returns the users to notify, each once. */
export const recipientsOf = (happening: Happening, listeners: readonly Listener[]): number[] => [
  ...new Set(
    listeners.filter((listener) => isTold(happening, listener)).map(({ actor }) => actor.userId),
  ),
]

/** Marks all notifications as read, as closing the panel does. Read ones keep their identity. */
export const markAllRead = (notifications: readonly Notification[]): Notification[] =>
  notifications.map((notification) =>
    notification.read ? notification : { ...notification, read: true },
  )

/** Sorts newest first, as in the panel. */
export const sortNotifications = (notifications: readonly Notification[]): Notification[] =>
  notifications.toSorted((a, b) => b.createdOn - a.createdOn || (a.id < b.id ? 1 : -1))
