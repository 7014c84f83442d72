import type { DocumentSearch } from './document-filters.ts'

/** A patch that clears all filters. */
export const NO_FILTERS = {
  status: undefined,
  answer: undefined,
  section: undefined,
  q: undefined,
  review: undefined,
  where: undefined,
} as const satisfies Record<keyof DocumentSearch, undefined>
