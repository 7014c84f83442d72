import type { Commitment } from '#schema/entities/commitment.ts'
import type { Document, Requirement } from '#schema/entities/structure.ts'

export interface DocumentChanges {
  documentId: string
  requirements: number
  answers: number
  /** The newest of them, ms by the server's clock. */
  latestOn: number
}
export interface Since {
  /** ms by the server's clock. */
  since: number
  /** Whose own answers are no news. */
  name: string
}

/**
 * What others have changed since then, per document in the documents' order; documents without a
 * change are left out.
 */
export const changesSince = (
  documents: readonly Document[],
  requirements: readonly Requirement[],
  commitments: readonly Commitment[],
  { since, name }: Since,
): DocumentChanges[] => {
  const found = new Map<string, DocumentChanges>()
  const count = (documentId: string, kind: 'requirements' | 'answers', on: number): void => {
    if (on <= since) return
    const known = found.get(documentId) ?? { documentId, requirements: 0, answers: 0, latestOn: 0 }
    found.set(documentId, {
      ...known,
      [kind]: known[kind] + 1,
      latestOn: Math.max(known.latestOn, on),
    })
  }
  for (const { documentId, updatedOn } of requirements) count(documentId, 'requirements', updatedOn)
  for (const { documentId, updatedOn, updatedBy } of commitments)
    if (updatedBy !== name) count(documentId, 'answers', updatedOn)
  return documents.flatMap(({ id }) => found.get(id) ?? [])
}
