/**
 * An empty cache that exists while the person has asked for the waiting version; pages and service
 * workers can both see it.
 */
export const ASKED_CACHE = 'tenderbook-asked'
