import type { InferOutput } from 'valibot'
import type { ListRequest } from '#schema/api/common.ts'
import type { ChangeEntry, ValueChange } from '#schema/api/projects-service/requirements.ts'
import type { ArchiveChange } from '#schema/entities/archive-change.ts'
import type { Entity } from '#schema/entities/rows.ts'
import { openingsOf } from '#schema/rules/project/opening.ts'
import type { Audience } from '../database/access/read-audience.ts'
import type { HistoryDetails } from '../database/rows/history-details.ts'
import type { Tables } from '../database/tables.ts'
import { pageOf } from '../page-of.ts'
import { type HistoryLabels, readHistoryLabels } from './history-labels.ts'
import { type OpenedProject, requireRow, seesAnswersOf } from './open-project.ts'

export type HistoryLine = Pick<
  Tables['change_log'],
  'entity' | 'entity_id' | 'kind' | 'fields' | 'details' | 'actor_name' | 'at' | 'vendor_id'
>
type Entry = InferOutput<typeof ChangeEntry>

/** The columns that a line of the history is read from. */
export const HISTORY_COLUMNS = [
  'entity',
  'entity_id',
  'kind',
  'fields',
  'details',
  'actor_name',
  'at',
  'vendor_id',
] as const

export const OPEN_TO_VENDORS: readonly Entity[] = [
  'document',
  'section',
  'requirement',
  'commitment',
]
/** Vendors read comments in other places; this history shows them to requestors only. */
const COMMENTS: readonly Entity[] = ['comment', 'reply', 'publication']
/** Fields that are hidden from vendors; that they changed is hidden too. */
const WITHHELD = /^(evaluatorHelp|excluded|weight|ownerId|[+-]?definition\..*)$/
const NEWEST = 2_000

/**
 * The history of a document, newest first. Shows answers and comments only to people who may read
 * them, and never shows evaluators' actions to a vendor.
 */
export const readDocumentHistory = async (
  opened: OpenedProject,
  documentId: string,
  { requirementId, ...request }: ListRequest & { requirementId?: string | undefined },
) => {
  if (requirementId !== undefined) await requireRow(opened, 'requirement', requirementId)
  const lines = await readLines(opened, documentId, requirementId)
  const labels = await readHistoryLabels(opened, documentId)
  const entries = lines.flatMap((line) => historyEntryOf(opened, line, labels) ?? [])
  return pageOf(entries, request)
}

/** The id of a row below a requirement begins with the requirement's. */
export const requirementOf = (id: string): string => id.split('.')[0] ?? id

const readLines = async (
  { tx, projectId }: OpenedProject,
  documentId: string,
  requirementId: string | undefined,
): Promise<HistoryLine[]> => {
  let query = tx
    .selectFrom('change_log')
    .select(HISTORY_COLUMNS)
    .where('project_id', '=', projectId)
    .where('document_id', '=', documentId)
    // Who answers what inside a vendor is no part of the history that both sides read.
    .where('entity', '!=', 'vendorPart')
  if (requirementId !== undefined)
    query = query
      .where('entity', 'in', ['requirement', 'commitment', 'override'])
      .where((eb) =>
        eb.or([eb('entity_id', '=', requirementId), eb('entity_id', 'like', `${requirementId}.%`)]),
      )
  const lines = await query.orderBy('seq', 'desc').limit(NEWEST).execute()
  return requirementId === undefined
    ? lines
    : lines.filter((line) => requirementOf(line.entity_id) === requirementId)
}

const isReadable = (opened: Audience, line: HistoryLine): boolean => {
  if (COMMENTS.includes(line.entity)) {
    if (!opened.buckets.includes('*:talk')) return false
  } else if (line.vendor_id !== null && !seesAnswersOf(opened, line.vendor_id)) return false
  return (
    opened.actor.relation !== 'vendor' ||
    (OPEN_TO_VENDORS.includes(line.entity) &&
      (line.vendor_id !== null || line.at >= (opened.project.publishedOn ?? 0)))
  )
}

/** The change with the values that the reader may read; null = the reader may not read of it. */
export const readableChange = (
  reader: Audience,
  line: HistoryLine & { document_id: string | null },
): ArchiveChange | null => {
  if (line.document_id === null || !isReadable(reader, line)) return null
  const details: HistoryDetails | null = line.details === null ? null : JSON.parse(line.details)
  return {
    at: line.at,
    actorName: line.actor_name,
    entity: line.entity,
    entityId: line.entity_id,
    documentId: line.document_id,
    vendorId: line.vendor_id,
    kind: line.kind,
    fields: JSON.parse(line.fields) as string[],
    details:
      details === null ? null : { ...details, whole: readableChanges(reader, line, details) },
  }
}

/** The line as the caller may read it; null = not at all. */
export const historyEntryOf = (
  opened: Audience,
  line: HistoryLine,
  labels: HistoryLabels,
): Entry | null => {
  if (!isReadable(opened, line)) return null
  const isForVendors = opened.actor.relation === 'vendor' && line.vendor_id === null
  const details: HistoryDetails | null = line.details === null ? null : JSON.parse(line.details)
  const changes = readableChanges(opened, line, details)
  const fields = (JSON.parse(line.fields) as string[]).filter(
    (field) => !isForVendors || !WITHHELD.test(field),
  )
  if (isForVendors && line.kind === 'changed' && fields.length + changes.length === 0) return null
  const requirementId = requirementOf(line.entity_id)
  const names = changes.length > 0 ? changes.map(({ field }) => field) : fields
  const isAdded = names.length > 0 && names.every((name) => name.startsWith('+'))
  return {
    entity: line.entity,
    id: line.entity_id,
    label: labels.ofRow(requirementId) ?? details?.label ?? '',
    kind: line.kind === 'changed' && isAdded ? 'added' : line.kind,
    fields,
    changes: changes.map((change) => labels.name(requirementId, change)),
    actor: isForVendors ? opened.project.organizationName : line.actor_name,
    at: line.at,
  }
}

/**
 * The values of a change that the caller may read: all of the own side's work. Vendors read of the
 * requestor's work the published form since the publishing. Requestors read of an answer what
 * changed since the last opening: a draft that its vendor replaced before was never theirs to read.
 */
const readableChanges = (
  { actor, project }: Audience,
  line: HistoryLine,
  details: HistoryDetails | null,
): ValueChange[] => {
  if (details === null) return []
  const isVendor = actor.relation === 'vendor'
  if (isVendor === (line.vendor_id !== null)) return details.whole
  const publishedOn = project.publishedOn ?? 0
  if (isVendor) return line.at > publishedOn ? (details.published ?? []) : []
  const opening = openingsOf(project).at(-1)
  if (project.sealed && opening === undefined) return []
  const since = Math.max(publishedOn, opening?.at ?? 0)
  return line.at > since ? details.whole : []
}
