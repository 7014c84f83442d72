/** Where files hang: a package, a document or a requirement of it. */
export interface FilesPlace {
  projectId: string
  kind: 'package' | 'document' | 'requirement'
  id: string
  packageId: string
  /** Of a document or requirement. */
  documentId: string | null
}

/** What the undo of files belongs to. */
export const undoScopeOf = ({ projectId, documentId }: FilesPlace): string =>
  documentId ?? projectId
