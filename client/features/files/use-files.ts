import { type Attachment, attachmentId } from '#schema/entities/attachment.ts'
import { useWaitingFiles, type WaitingFile } from '#client/lib/files.ts'
import { isLoading, useProjectState, useRows, rowsWhere } from '#client/lib/project-store.ts'
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
