import type { Commitment } from '#schema/entities/commitment.ts'
import type { Document, Requirement } from '#schema/entities/structure.ts'

export interface DocumentChanges {
  documentId: string
  requirements: number
  answers: number
  /** Time of the newest change in ms, by the server's clock. */
  latestOn: number
}
interface ProjectRows {
  documents: readonly Document[]
  requirements: readonly Requirement[]
  commitments: readonly Commitment[]
}
export interface Since {
  /** In ms, by the server's clock. */
  since: number
  /** Name of the person whose own answers are not counted. */
  name: string
}

/**
 * Counts what others changed after a moment, per document in project order. Documents without
 * changes are left out.
 */
export const changesSince = (
  { documents, requirements, commitments }: ProjectRows,
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
