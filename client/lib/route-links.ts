import type { Requirement } from '#schema/entities/structure.ts'

interface RequirementPlace {
  projectId: string
  documentId: string
}

/** The last part of a requirement's address: its number once it has one, else its id. */
export const requirementSlug = (requirement: Pick<Requirement, 'id' | 'fullId'>): string =>
  requirement.fullId ?? requirement.id

/** Route and parameters of a requirement's page, for `Link` and `navigate`. */
export const requirementLink = (
  { projectId, documentId }: RequirementPlace,
  requirement: Pick<Requirement, 'id' | 'fullId'>,
) =>
  ({
    to: '/project/$id/documents/$documentId/requirement/$requirementFullId',
    params: { id: projectId, documentId, requirementFullId: requirementSlug(requirement) },
  }) as const

/**
 * Lays `patch` over the search of the current address. Each page parses its own search, so the
 * other keys pass through unread; the router leaves keys without a value out of the address.
 */
export const patchSearch =
  (patch: object) =>
  (before: object): Record<string, unknown> => ({ ...before, ...patch })
