/**
 * Share of answered requirements in whole per cent. 100 only if all are answered, and 0 only if none
 * is: rounding must not claim either.
 */
export const answeredPercent = (answered: number, total: number): number => {
  if (answered === 0 || total === 0) return 0
  if (answered >= total) return 100
  return Math.min(99, Math.max(1, Math.round((answered / total) * 100)))
}
