import type { ReqifDocument } from './reqif-documents.ts'
import { documentOfSpecification } from './reqif-names.ts'

/** A document that a specification can update. */
export interface TargetDocument {
  id: string
  requirements: readonly { id: string; sourceId: string | null }[]
}

/**
 * The documents that the specifications of a file update, in order; null = the specification is new.
 * A specification updates the document that an export named, else the one that has most of its
 * requirements. No two specifications update the same document.
 */
export const specificationTargets = (
  specifications: readonly ReqifDocument[],
  targets: readonly TargetDocument[],
): (string | null)[] => {
  const taken = new Set<string>()
  const take = (id: string | null): string | null => {
    if (id !== null) taken.add(id)
    return id
  }
  const known = new Set(targets.map(({ id }) => id))
  const named = specifications.map(({ id, alternative }) => {
    const document = [alternative, id]
      .map(documentOfSpecification)
      .find((one) => one !== null && known.has(one) && !taken.has(one))
    return take(document ?? null)
  })
  const identifiers = targets.map(({ id, requirements }) => ({
    id,
    own: new Set(
      requirements.flatMap((one) => [
        `_${one.id}`,
        ...(one.sourceId === null ? [] : [one.sourceId]),
      ]),
    ),
  }))
  return specifications.map(({ objects }, at) => {
    const found = named[at] ?? null
    if (found !== null) return found
    const [most] = identifiers
      .filter(({ id }) => !taken.has(id))
      .map(({ id, own }) => ({
        id,
        count: objects.filter(({ object }) => own.has(object.id)).length,
      }))
      .filter(({ count }) => count > 0)
      .toSorted((some, other) => other.count - some.count)
    return take(most?.id ?? null)
  })
}
