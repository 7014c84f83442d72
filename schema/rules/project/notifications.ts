import type { Project } from '../../entities/project.ts'
import type { ProjectActor } from '../../mutations/mutation.ts'
import type { NoticePlace, NoticeRow } from '../../tables/notice-row.ts'
import { NOTICES, type NoticeKind } from '../../tables/notices.ts'
import type { Language } from '../../tables/languages.ts'
import { sidesOf } from '../access/access.ts'
import { isUrgent } from './notice-ways.ts'

export interface Happening {
  kind: NoticeKind
  project: Pick<Project, 'state' | 'sealed' | 'publishedOn'>
  /** The person who acted, who is not notified; null = the system. */
  by: number | null
  /** The affected vendor; null = no single one. */
  vendorId: number | null
  /** People who see none of these packages are not notified; null = no package. */
  packageIds: readonly string[] | null
  /** The people whom a personal event concerns; null = everyone of the audience. */
  userIds: readonly number[] | null
}
export interface Listener {
  actor: ProjectActor
  /** Whether the person did not mute the project; urgent kinds reach them in any case. */
  notificationsEnabled: boolean
}

const seesOne = (seen: readonly string[] | null, packageIds: readonly string[] | null): boolean =>
  seen === null || packageIds === null || packageIds.some((id) => seen.includes(id))

/** Whether the person may read the notification, whenever they were told of it. */
export const maySeeNotice = (
  { kind, project, packageIds }: Pick<Happening, 'kind' | 'project' | 'packageIds'>,
  actor: ProjectActor,
): boolean => {
  const { to, permission }: NoticeRow = NOTICES[kind]
  return (
    to.includes(actor.relation) &&
    sidesOf(actor, project).length > 0 &&
    (permission === undefined || actor.permissions.includes(permission)) &&
    seesOne(actor.packageIds, packageIds)
  )
}

const isTold = (happening: Happening, { actor, notificationsEnabled }: Listener): boolean => {
  const { kind, by, vendorId, userIds } = happening
  const row: NoticeRow = NOTICES[kind]
  if (row.scope !== undefined) return false
  if (!notificationsEnabled && !isUrgent(kind)) return false
  if (row.tellsActor !== true && actor.userId === by) return false
  if (row.isPersonal === true && userIds?.includes(actor.userId) !== true) return false
  if (!maySeeNotice(happening, actor)) return false
  return row.isOneVendors !== true || actor.vendorId === vendorId
}

/** Returns the users to notify, each once. */
export const recipientsOf = (happening: Happening, listeners: readonly Listener[]): number[] => [
  ...new Set(
    listeners.filter((listener) => isTold(happening, listener)).map(({ actor }) => actor.userId),
  ),
]

/** Values of a notification's text. */
export interface NoticeValues {
  project?: string | undefined
  organization?: string | undefined
  thing?: string | undefined
  until?: string | undefined
  addendum?: number | undefined
  count?: number | undefined
  text?: string | undefined
}

/** The text of a notification; an unknown kind of a newer server names the project only. */
export const noticeText = (kind: NoticeKind, language: Language, values: NoticeValues): string =>
  NOTICES[kind].texts[language].replaceAll(/\{(\w+)\}/g, (_, name: keyof NoticeValues) =>
    String(values[name] ?? ''),
  )

/**
 * Whether people of the reader's side may act in such an event, and the reader may know who did. No
 * vendor learns of a person of the requestor, and no requestor of a vendor's.
 */
export const mayKnowActor = (kind: NoticeKind, reader: { isVendor: boolean }): boolean => {
  const { actsFor, scope }: NoticeRow = NOTICES[kind]
  return scope === undefined && (actsFor === 'vendor') === reader.isVendor
}

/** Ids in the paths of a notification's screen. */
interface NoticeTarget {
  /** Empty for events that no project has. */
  projectId: string
  organizationId?: number | null | undefined
  /** The reader works for a vendor, whose screens differ. */
  isVendor?: boolean | undefined
  packageId?: string | null | undefined
  documentId?: string | null | undefined
}
const PATHS: Record<
  Exclude<NoticePlace, 'document' | 'packages' | 'account' | 'organization'>,
  string
> = {
  detail: '/detail',
  questions: '/questions-and-answers/all',
  painPoints: '/pain-points',
  discussions: '/discussions',
  exports: '/exports',
}
/** The path of the screen that a notification leads to. */
export const noticePath = (kind: NoticeKind, target: NoticeTarget): string => {
  const { projectId, packageId = null, documentId = null } = target
  const { place } = NOTICES[kind] as NoticeRow
  if (place === 'account' || place === 'organization') return placeOfPerson(place, target)
  const project = `/project/${encodeURIComponent(projectId)}`
  if (place === 'document' && documentId !== null)
    return `${project}/documents/${encodeURIComponent(documentId)}`
  if (place === 'packages' || place === 'document')
    return packageId === null
      ? `${project}/packages`
      : `${project}/packages/${encodeURIComponent(packageId)}`
  return `${project}${PATHS[place]}`
}

const placeOfPerson = (
  place: 'account' | 'organization',
  { organizationId, isVendor = false }: NoticeTarget,
): string => {
  if (place === 'account') return isVendor ? '/vendor/dashboard/account' : '/settings/account'
  return isVendor ? '/vendor/dashboard/projects' : `/organization/${organizationId}/projects`
}

/** How long before the deadline the people of a project are reminded of it, longest first. */
export const REMINDERS = [
  { kind: 'deadline.week', beforeMs: 7 * 24 * 3_600_000 },
  { kind: 'deadline.day', beforeMs: 24 * 3_600_000 },
  { kind: 'deadline.hours', beforeMs: 2 * 3_600_000 },
] as const satisfies readonly { kind: NoticeKind; beforeMs: number }[]

/**
 * The reminder that is due at `now`; null if none. A project that was published later than a
 * reminder's time gets no belated one: the publishing itself tells the deadline.
 */
export const dueReminder = (
  { deadlineAt, publishedOn }: { deadlineAt: number; publishedOn: number },
  now: number,
): (typeof REMINDERS)[number] | null =>
  now >= deadlineAt
    ? null
    : (REMINDERS.filter(
        ({ beforeMs }) => deadlineAt - beforeMs <= now && deadlineAt - beforeMs > publishedOn,
      ).at(-1) ?? null)
