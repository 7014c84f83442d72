import { type Attachment, attachmentId } from '#schema/entities/attachment.ts'
import { assignmentOf } from '#schema/rules/access/assignment.ts'
import { attachmentDenial } from '#schema/rules/files/attachment-rules.ts'
import { serverNow } from '#client/lib/clock.ts'
import { useWaitingFiles, type WaitingFile } from '#client/lib/files.ts'
import {
  isLoading,
  useProjectState,
  useRow,
  useRows,
  rowsWhere,
} from '#client/lib/project-store.ts'
import { codeText } from '#client/ui/feedback/refusal-text.ts'
import type { FilesPlace } from './files-place.ts'

const INDEX = {
  package: 'packageId',
  document: 'documentId',
  requirement: 'requirementId',
} as const
const isAt = ({ requirementId, documentId, packageId }: Attachment, id: string): boolean =>
  (requirementId ?? documentId ?? packageId) === id

/**
 * The files at a place itself, without those of its parts: attachment rows, and files still only on
 * this device.
 */
export function useFiles({ projectId, kind, id }: FilesPlace): {
  rows: readonly Attachment[]
  waiting: readonly WaitingFile[]
  isRead: boolean
} {
  const { actor } = useProjectState(projectId)
  const there = useRows(projectId, 'attachment', rowsWhere(INDEX[kind], id))
  const waitingHere = useWaitingFiles(projectId, id)
  const rows = there.filter((row) => isAt(row, id))
  // A file can briefly be in both lists: its row is written before the upload is marked as done.
  const waiting = waitingHere.filter(
    (file) => !rows.some((row) => row.id === attachmentId(file.id, actor?.vendorId ?? null)),
  )
  return { rows, waiting, isRead: !isLoading(there) }
}

/** What the person may do with files at this place. A text is the reason why not. */
export function useFileRights({ projectId, packageId, documentId }: FilesPlace) {
  const { summary, actor } = useProjectState(projectId)
  const inPackage = useRow(projectId, 'package', packageId)
  const inDocument = useRow(projectId, 'document', documentId ?? '')
  const isAssigned =
    actor !== undefined && assignmentOf(actor.userId, { inPackage, inDocument }).isAssigned
  const subject = { packageId, isAssigned }
  const denial =
    actor && summary
      ? attachmentDenial(actor, 'attachment.create', {
          ...subject,
          project: summary,
          vendorId: actor.vendorId,
          now: serverNow(),
        })
      : null
  const mayChange = ({ vendorId, createdBy }: Attachment): boolean =>
    actor !== undefined &&
    summary !== undefined &&
    attachmentDenial(actor, 'attachment.remove', {
      ...subject,
      project: summary,
      vendorId,
      now: serverNow(),
      isAuthor: createdBy === actor.userId,
    }) === null
  return {
    addReason:
      !actor || !summary ? codeText('NOT_FOUND') : denial === null ? null : codeText(denial.code),
    mayChange,
    organizationName: summary?.organizationName ?? '',
    vendorId: actor?.vendorId ?? null,
  }
}
