/**
 * Marks a browser test of a variation (another width, theme, language, role or fault) of a flow that
 * a test without the mark goes through. `npm test` leaves it to `npm run test:long`.
 */
export const VARIATION = '@variation'
export const variationIf = (isVariation: boolean): string => (isVariation ? ` ${VARIATION}` : '')
