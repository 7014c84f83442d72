import type { Attachment } from '#schema/entities/attachment.ts'
import { attachmentId } from '#schema/entities/attachment.ts'
import { currentDevice } from './device.ts'
import { readFile, readWaitingFile } from './files.ts'
import { loadRows } from './project-store.ts'

/** A file of a requirement of this person's side, sent or not. */
export interface StoredRequirementFile {
  requirementId: string
  name: string
  mime: string
  contentHash: string
  /** Rejects if the bytes are neither here nor reachable. */
  read(): Promise<Blob>
}

const ofRow = ({
  id,
  projectId,
  requirementId,
  name,
  file,
}: Attachment): StoredRequirementFile => ({
  ...{ requirementId: requirementId ?? '', name, mime: file.mime, contentHash: file.contentHash },
  read: () => readFile(projectId, id),
})

/** The requestors' files of a document's requirements, those that are not sent yet included. */
export const requirementFiles = async (
  projectId: string,
  documentId: string,
): Promise<StoredRequirementFile[]> => {
  const rows = (await loadRows(projectId, 'attachment', { documentId })).filter(
    ({ requirementId, vendorId }) => requirementId !== null && vendorId === null,
  )
  const known = new Set(rows.map(({ id }) => id))
  const records =
    (await currentDevice()?.database.file.where('projectId').equals(projectId).toArray()) ?? []
  const waiting = records
    .filter(({ id, args, state }) => {
      const isSent = known.has(attachmentId(id, null))
      return args.place.kind === 'requirement' && state !== 'refused' && !isSent
    })
    .map(({ id, args }): StoredRequirementFile => ({
      ...{ requirementId: args.place.id, name: args.name },
      ...{ mime: args.file.mime, contentHash: args.file.contentHash },
      read: async () => {
        const blob = await readWaitingFile(id)
        if (blob === undefined) throw new Error('the file has been sent since')
        return blob
      },
    }))
  return [...rows.map(ofRow), ...waiting]
}
