/** This cache holds nothing: it is there while somebody has asked for the version that waits, which pages and service workers both can see. */
export const ASKED_CACHE = 'tenderbook-asked'
