import { createHash } from 'node:crypto'
import type { Commitment, Override } from '#schema/entities/commitment.ts'
import type { Opening, Project } from '#schema/entities/project.ts'
import type { Entity, Row } from '#schema/entities/rows.ts'
import type { Document, Requirement } from '#schema/entities/structure.ts'
import { sameValue } from '#schema/rules/answers/merge.ts'
import { openingsOf } from '#schema/rules/project/opening.ts'
import { receiptsContent } from '#schema/rules/project/project-log.ts'
import { type LogDetail, type LogEntry, LOGGED_SWITCHES } from '#schema/tables/log-kinds.ts'
import type { RowChange } from '../rows/write-rows.ts'
import { newScoringChanges, publishedWeightEntries, weightEntries } from './weight-entries.ts'

type Of<R> = (before: R | null, after: R | null, actorId: number | null) => LogEntry[]

/**
 * The log entries for a changed row of each entity. Receipts are made from all changed answers
 * together.
 */
const OF_ROW: { [E in Entity]?: Of<Row<E>> } = {
  project: (before, after, actorId) => {
    if (after === null) return []
    return before === null ? [{ kind: 'created', detail: {} }] : ofProject(before, after, actorId)
  },
  projectVendor: (before, after) =>
    before === null && after !== null
      ? [{ kind: 'vendorAdded', detail: { vendorId: after.vendorId } }]
      : [],
  package: (before, after) =>
    before === null || after === null
      ? []
      : ofOwner(before, after, { packageId: after.id, documentId: null }),
  document: (before, after) =>
    before === null || after === null
      ? []
      : [
          ...ofOwner(before, after, { packageId: null, documentId: after.id }),
          ...ofMembers(before, after),
        ],
  requirement: (before, after) => (after === null ? [] : ofExclusion(before, after)),
  override: (before, after) => (after === null ? [] : ofOverride(before, after)),
}

const ofProject = (before: Project, after: Project, actorId: number | null): LogEntry[] => [
  ...ofState(before, after, actorId),
  ...openingsOf(after).slice(openingsOf(before).length).map(ofOpening),
  ...ofDeadline(before, after),
  ...ofEvaluation(before, after),
  ...publishedWeightEntries(before, after),
  ...LOGGED_SWITCHES.filter((name) => before[name] !== after[name]).map((name): LogEntry => ({
    kind: 'switchChanged',
    detail: { name, isOn: after[name] },
  })),
  ...(before.ownerId === after.ownerId
    ? []
    : [{ kind: 'ownerChanged' as const, detail: { from: before.ownerId, to: after.ownerId } }]),
]

type Place = Pick<LogDetail<'contentAssigned'>, 'packageId' | 'documentId'>
const ofOwner = (
  { ownerId: from }: { ownerId: number | null },
  { ownerId: to }: { ownerId: number | null },
  place: Place,
): LogEntry[] => (from === to ? [] : [{ kind: 'contentAssigned', detail: { ...place, from, to } }])

const ofMembers = (
  { members: before = [] }: Document,
  { id, members: after = [] }: Document,
): LogEntry[] => {
  const added = after.filter((userId) => !before.includes(userId))
  const removed = before.filter((userId) => !after.includes(userId))
  return added.length + removed.length === 0
    ? []
    : [{ kind: 'documentMembersSet', detail: { documentId: id, added, removed } }]
}

const ofState = (before: Project, after: Project, actorId: number | null): LogEntry[] => {
  const entries: LogEntry[] = []
  if (before.state !== after.state)
    entries.push({
      kind: 'moved',
      detail: { from: before.state, to: after.state, by: actorId === null ? 'system' : 'person' },
    })
  if (before.publishedOn === null && after.publishedOn !== null)
    entries.push({ kind: 'published', detail: { deadline: after.deadline } })
  else if (after.addendum > before.addendum)
    entries.push({ kind: 'republished', detail: { addendum: after.addendum } })
  return entries
}

const ofOpening = (opening: Opening): LogEntry =>
  opening.kind === 'deadline'
    ? {
        kind: 'opened',
        detail: { isEarly: false, reason: null, requestedBy: null, confirmedBy: null },
      }
    : {
        kind: 'opened',
        detail: {
          isEarly: true,
          reason: opening.reason,
          requestedBy: opening.askedBy.id,
          confirmedBy: opening.confirmedBy.id,
        },
      }

const ofDeadline = (before: Project, after: Project): LogEntry[] => {
  // Vendors learn the deadline at the first publishing, and not the one the team had before.
  const isFirst = before.publishedOn === null && after.publishedOn !== null
  if (isFirst || sameValue(before.deadline, after.deadline)) return []
  const extension = after.deadlineExtensions?.at(-1)
  if (extension !== undefined && !sameValue(extension, before.deadlineExtensions?.at(-1))) {
    const { from, to, reason } = extension
    return [{ kind: 'deadlineExtended', detail: { from, to, reason } }]
  }
  return [
    { kind: 'deadlineSet', detail: { from: before.deadline, to: after.deadline, reason: null } },
  ]
}

const ofEvaluation = (former: Project, project: Project): LogEntry[] => {
  const [before, after] = [former.evaluation, project.evaluation]
  const noted = newScoringChanges(former, project).find(({ what }) => what === 'rules')
  const why = noted === undefined ? {} : { reason: noted.reason }
  const entries: LogEntry[] = []
  if (before.knockOutsApplied !== after.knockOutsApplied)
    entries.push({ kind: 'knockOutsApplied', detail: { isOn: after.knockOutsApplied, ...why } })
  if (
    before.futureCredit !== after.futureCredit ||
    before.unplannedCredit !== after.unplannedCredit
  ) {
    const { futureCredit, unplannedCredit } = after
    entries.push({ kind: 'creditsSet', detail: { futureCredit, unplannedCredit, ...why } })
  }
  return entries
}

const ofExclusion = (before: Requirement | null, { id, excluded }: Requirement): LogEntry[] => {
  const former = before?.excluded ?? null
  if (excluded === null)
    return former === null ? [] : [{ kind: 'included', detail: { requirementId: id } }]
  return former?.reason === excluded.reason
    ? []
    : [{ kind: 'excluded', detail: { requirementId: id, reason: excluded.reason } }]
}

const ofOverride = (
  before: Override | null,
  { removed, requirementId, vendorId, parameterId, value, reason }: Override,
): LogEntry[] => {
  const place = { requirementId, vendorId, parameterId }
  if (removed)
    return before === null || before.removed
      ? []
      : [{ kind: 'overrideRemoved', detail: { ...place, reason } }]
  const isSame =
    before !== null && !before.removed && before.value === value && before.reason === reason
  return isSame ? [] : [{ kind: 'overrideSet', detail: { ...place, value, reason } }]
}

const isOf = <E extends Entity>(entity: E, change: RowChange): change is RowChange<E> =>
  change.entity === entity

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** One receipt entry per vendor for all answers that the vendor submits at once. */
const receiptsOf = (changes: readonly RowChange[]): LogEntry[] => {
  const handedIn = changes.flatMap((change) => {
    if (!isOf('commitment', change) || change.after === null) return []
    const { receipt } = change.after
    return receipt === null || receipt.submittedOn === change.before?.receipt?.submittedOn
      ? []
      : [{ ...change.after, receipt }]
  })
  return [...Map.groupBy(handedIn, ({ vendorId }) => vendorId)].map(([vendorId, answers]) =>
    receiptEntry(vendorId, answers),
  )
}

type HandedIn = Commitment & { receipt: NonNullable<Commitment['receipt']> }
const receiptEntry = (vendorId: number, answers: readonly HandedIn[]): LogEntry => ({
  kind: 'receipt',
  vendorId,
  detail: {
    count: answers.length,
    contentHash: sha256(
      receiptsContent(
        answers.map(({ requirementId, receipt }) => ({
          requirementId,
          contentHash: receipt.contentHash,
        })),
      ),
    ),
    packageIds: [...new Set(answers.map(({ packageId }) => packageId))].sort(),
  },
})

/** The log entries for all rows changed by one commit. */
export const entriesOf = (changes: readonly RowChange[], actorId: number | null): LogEntry[] => {
  const ofRows = changes.flatMap(
    ({ entity, before, after }) =>
      (OF_ROW[entity] as Of<Row> | undefined)?.(before, after, actorId) ?? [],
  )
  return [...ofRows, ...weightEntries(changes), ...receiptsOf(changes)]
}
