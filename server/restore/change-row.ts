import type { ArchiveChange } from '#schema/entities/archive-change.ts'
import type { Tables } from '../database/tables.ts'

/** A line of an archived history as the database keeps it. */
export const changeRow = (
  { entityId, documentId, vendorId, actorName, fields, details, ...change }: ArchiveChange,
  { projectId, seq }: { projectId: string; seq: number },
): Tables['change_log'] => ({
  ...change,
  project_id: projectId,
  seq,
  entity_id: entityId,
  document_id: documentId,
  vendor_id: vendorId,
  actor_id: null,
  actor_name: actorName,
  fields: JSON.stringify(fields),
  details: details === null ? null : JSON.stringify(details),
})
