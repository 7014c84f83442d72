/** Marks words so that any text which leaves the server can be searched for what it must not hold. */
export const markOf = (vendorId: number | null): string => (vendorId === null ? '@int' : `@v${vendorId}`)
/** What the requestors write for everybody. */
export const PUBLIC_MARK = '@pub'

const MARK = /@(int|v\d+)/g

/** What a text tells this person that it must not: the inner side to a vendor, or another vendor's words. */
export const leaksOf = (vendorId: number | null, text: string, isSealed: boolean): string[] => {
  const marks = [...new Set([...text.matchAll(MARK)].map(([mark]) => mark))]
  if (vendorId !== null) return marks.filter((mark) => mark !== markOf(vendorId))
  return isSealed ? marks.filter((mark) => mark.startsWith('@v')) : []
}
