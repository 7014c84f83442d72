/**
 * An empty cache whose existence says that the person asked for the waiting version. A cache,
 * because both pages and service workers can read it.
 */
export const ASKED_CACHE = 'tenderbook-asked'
