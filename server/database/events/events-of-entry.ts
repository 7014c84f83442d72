import type { LogDetail, LogEntry, LogKind } from '#schema/tables/log-kinds.ts'
import type { NewEvent } from './write-events.ts'

type Of<K extends LogKind> = (detail: LogDetail<K>, vendorId: number | null) => NewEvent[]

const ended = ['VALIDATION', 'EVALUATION']

/** The notifications that an entry of the project's log gives rise to. */
const OF_ENTRY: { [K in LogKind]?: Of<K> } = {
  created: () => [{ kind: 'project.ready' }],
  moved: ({ from, to }) => {
    if (to === 'PREPARATION') return [{ kind: 'project.prepared' }]
    if (to === 'CLOSED') return [{ kind: 'project.closed' }]
    if (from === 'PUBLISHED' && ended.includes(to)) return [{ kind: 'project.ended' }]
    return from === 'VALIDATION' && to === 'EVALUATION' ? [{ kind: 'project.evaluation' }] : []
  },
  published: () => [{ kind: 'project.published' }],
  republished: ({ addendum }) => [{ kind: 'project.republished', detail: { addendum } }],
  opened: ({ isEarly }) => (isEarly ? [{ kind: 'project.opened' }] : []),
  deadlineSet: ({ from, to }) =>
    from === null || to === null ? [] : [{ kind: 'deadline.changed', detail: { until: to } }],
  deadlineExtended: ({ to }) => [{ kind: 'deadline.changed', detail: { until: to } }],
  ownerChanged: ({ from, to }) => [{ kind: 'owner.changed', userIds: [from, to] }],
  memberAdded: ({ userId }) => [{ kind: 'member.added', userIds: [userId] }],
  memberRemoved: ({ userId }) => [{ kind: 'member.removed', userIds: [userId] }],
  rolesSet: ({ userId }) => [{ kind: 'roles.changed', userIds: [userId] }],
  contentAssigned: ({ packageId, documentId, from, to }) => {
    const of = documentId === null ? 'package' : 'document'
    const detail = { packageId, documentId }
    return [
      ...(from === null ? [] : [{ kind: `${of}.reassigned` as const, userIds: [from], detail }]),
      ...(to === null ? [] : [{ kind: `${of}.assigned` as const, userIds: [to], detail }]),
    ]
  },
  documentMembersSet: ({ documentId, added }) =>
    added.length === 0 ? [] : [{ kind: 'document.joined', userIds: added, detail: { documentId } }],
  vendorAdded: ({ vendorId }) => [{ kind: 'project.invited', vendorId }],
  receipt: ({ packageIds }, vendorId) => [{ kind: 'answers.submitted', vendorId, packageIds }],
}

export const eventsOfEntry = (entry: LogEntry): NewEvent[] => {
  // The key tells which kind of detail the entry holds.
  const of = OF_ENTRY[entry.kind] as Of<LogKind> | undefined
  return of?.(entry.detail, 'vendorId' in entry ? entry.vendorId : null) ?? []
}
