import type { InferOutput } from 'valibot'
import type { ListRequest } from '#schema/api/common.ts'
import type { ChangeEntry } from '#schema/api/projects-service/requirements.ts'
import type { Entity } from '#schema/entities/rows.ts'
import { listRows, type OpenedProject, seesAnswersOf } from './open-project.ts'
import { pageOf } from '../page-of.ts'

const OPEN_TO_VENDORS: readonly Entity[] = ['document', 'section', 'requirement', 'commitment']
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
  request: ListRequest,
) => {
  const rows = await opened.tx
    .selectFrom('change_log')
    .select(['entity', 'entity_id', 'kind', 'fields', 'actor_name', 'at', 'vendor_id'])
    .where('project_id', '=', opened.projectId)
    .where('document_id', '=', documentId)
    // Who answers what inside a vendor is no part of the history that both sides read.
    .where('entity', '!=', 'vendorPart')
    .orderBy('seq', 'desc')
    .limit(NEWEST)
    .execute()
  const labels = new Map(
    (await listRows(opened, 'requirement', { documentId })).map((row) => [
      row.id,
      row.fullId ?? row.name,
    ]),
  )
  const isVendor = opened.actor.relation === 'vendor'
  const readsComments = opened.buckets.includes('*:talk')
  const entries = rows.flatMap((row): InferOutput<typeof ChangeEntry>[] => {
    if (
      COMMENTS.includes(row.entity)
        ? !readsComments
        : row.vendor_id !== null && !seesAnswersOf(opened, row.vendor_id)
    )
      return []
    if (
      isVendor &&
      (!OPEN_TO_VENDORS.includes(row.entity) ||
        (row.vendor_id === null && row.at < (opened.project.publishedOn ?? 0)))
    )
      return []
    const fields = (JSON.parse(row.fields) as string[]).filter(
      (field) => !isVendor || row.vendor_id !== null || !WITHHELD.test(field),
    )
    if (isVendor && row.kind === 'changed' && fields.length === 0) return []
    const requirementId = row.entity_id.split('.')[0] ?? row.entity_id
    return [
      {
        entity: row.entity,
        id: row.entity_id,
        label: labels.get(requirementId) ?? '',
        kind: row.kind,
        fields,
        actor:
          isVendor && row.vendor_id === null ? opened.project.organizationName : row.actor_name,
        at: row.at,
      },
    ]
  })
  return pageOf(entries, request)
}
