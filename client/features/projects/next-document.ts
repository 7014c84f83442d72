import type { DocumentProgress, PackageProgress } from './use-progress.ts'

/**
 * The document to go on with: the first begun and unfinished one, else the first with something
 * open, else the first at all.
 */
export const nextDocument = (packages: readonly PackageProgress[]): DocumentProgress | null => {
  const documents = packages.flatMap((row) => row.documents).filter((entry) => entry.total > 0)
  const isUnfinished = (entry: DocumentProgress) => entry.submitted + entry.waiting < entry.total
  return (
    documents.find((entry) => entry.answered > 0 && isUnfinished(entry)) ??
    documents.find(isUnfinished) ??
    documents[0] ??
    null
  )
}
