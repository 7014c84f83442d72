import type { DocumentProgress, PackageProgress } from './use-progress.ts'

/**
 * The document to continue with: the first started and unfinished one, else the first with open
 * requirements, else the first.
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
