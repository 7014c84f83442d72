import type { Document, Package, Requirement } from '#schema/entities/structure.ts'
import { readStatements } from '#schema/rules/evaluation/evaluation-rows.ts'

/** A warning before publishing: allowed, but rarely intended. It never blocks publishing. */
export type PublishOddity =
  | {
      id: 'empty-package' | 'empty-document' | 'unscored-document'
      where: { id: string; name: string }
    }
  | { id: 'nothing-scored' }
  | { id: 'no-contact'; where: { id: number; name: string } }

interface Content {
  packages: readonly Package[]
  documents: readonly Document[]
  requirements: readonly Pick<Requirement, 'documentId' | 'definition' | 'excluded'>[]
}

interface ChosenVendor {
  vendorId: number
  name: string
  /**
   * Number of contacts who can sign in; null = unknown, because the server was not asked or may not
   * tell.
   */
  activeContacts: number | null
}

const carriesWeight = ({ weight }: { weight: number | null }): boolean =>
  weight !== null && weight > 0

/** Parses each distinct definition once, since many are equal. */
const scoringReader = (): ((definition: string) => boolean) => {
  const known = new Map<string, boolean>()
  return (definition) => {
    const found =
      known.get(definition) ??
      readStatements(definition).statements.some(({ weight }) => weight > 0)
    known.set(definition, found)
    return found
  }
}

const contentOddities = ({ packages, documents, requirements }: Content): PublishOddity[] => {
  const isScoring = scoringReader()
  const filled = new Set(requirements.map(({ documentId }) => documentId))
  const scored = new Set(
    requirements
      .filter(({ definition, excluded }) => !excluded && isScoring(definition))
      .map(({ documentId }) => documentId),
  )
  // Without any requirement, publish-checks.ts already blocks publishing.
  if (filled.size === 0) return []
  const inside = (row: Package): Document[] =>
    documents.filter(({ packageId }) => packageId === row.id)
  const isEmpty = (row: Package): boolean => !inside(row).some(({ id }) => filled.has(id))
  const odd = packages.flatMap((row): PublishOddity[] => {
    if (isEmpty(row)) return carriesWeight(row) ? [{ id: 'empty-package', where: row }] : []
    return inside(row)
      .filter(carriesWeight)
      .flatMap((document): PublishOddity[] => {
        if (!filled.has(document.id)) return [{ id: 'empty-document', where: document }]
        return scored.size === 0 || scored.has(document.id)
          ? []
          : [{ id: 'unscored-document', where: document }]
      })
  })
  return scored.size === 0 ? [...odd, { id: 'nothing-scored' }] : odd
}

/** The warnings before publishing, in project order. */
export const publishOddities = (
  content: Content,
  vendors: readonly ChosenVendor[],
): PublishOddity[] => [
  ...contentOddities(content),
  ...vendors
    .filter(({ activeContacts }) => activeContacts === 0)
    .map(({ vendorId, name }): PublishOddity => ({
      id: 'no-contact',
      where: { id: vendorId, name },
    })),
]
