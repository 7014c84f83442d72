const MOST = 100

/**
 * Reads a weight of a project with at most two decimals; a decimal comma is accepted.
 * @returns null if the text is empty; undefined if it is no weight
 */
export const weightOfText = (text: string): number | null | undefined => {
  const plain = text.trim().replace(',', '.')
  if (plain === '') return null
  if (!/^\d+(\.\d{0,2})?$/.test(plain)) return undefined
  const value = Number(plain)
  return value <= MOST ? value : undefined
}
