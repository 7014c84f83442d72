import type { Requirement } from '#schema/entities/structure.ts'

/** The last part of a requirement's address; both kinds are understood by `findRequirement`. */
export const requirementSlug = (requirement: Pick<Requirement, 'id' | 'fullId'>): string =>
  requirement.fullId ?? requirement.id

export const findRequirement = (
  requirements: readonly Requirement[],
  slug: string,
): Requirement | undefined =>
  requirements.find((one) => one.fullId === slug) ?? requirements.find((one) => one.id === slug)
