import { formatDate } from '#schema/rules/format.ts'

/** The day of an instant (ms) on this device, as the cells of a `date` column have it. */
export const seenDay = (ms: number): string => formatDate(ms).split('.').toReversed().join('-')
