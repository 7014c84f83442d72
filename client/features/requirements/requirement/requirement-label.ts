import type { Requirement } from '#schema/entities/structure.ts'

/** Finds a requirement by the last segment of its address: its full id, or its row id. */
export const findRequirement = (
  requirements: readonly Requirement[],
  slug: string,
): Requirement | undefined =>
  requirements.find((one) => one.fullId === slug) ?? requirements.find((one) => one.id === slug)
