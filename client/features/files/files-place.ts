/** The place that files belong to: a package, document or requirement. */
export interface FilesPlace {
  projectId: string
  kind: 'package' | 'document' | 'requirement'
  id: string
  packageId: string
  /** Set for a document or requirement. */
  documentId: string | null
}

/** The undo scope of edits to files: the document, or the project. */
export const undoScopeOf = ({ projectId, documentId }: FilesPlace): string =>
  documentId ?? projectId
