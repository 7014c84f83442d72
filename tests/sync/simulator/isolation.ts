/**
 * Marks words so that any text which leaves the server can be searched for what it must not hold.
 */
export const markOf = (vendorId: number | null): string =>
  vendorId === null ? '@int' : `@v${vendorId}`
/** What the requestors write for everybody. */
export const PUBLIC_MARK = '@pub'

/** A vendor's question, pain point or reply: for it and the requestors, sealed or not. */
export const questionMarkOf = (vendorId: number): string => `@q${vendorId}`
/** A requestor's reply to it, which the vendor reads once it is official. */
export const draftMarkOf = (vendorId: number): string => `@d${vendorId}`

const MARK = /@(int|v\d+|q\d+)/g
const DRAFT = /w\d+@d(\d+)/g

/**
 * What a text tells this person that it must not: the inner side to a vendor, or another vendor's
 * words.
 */
export const leaksOf = (
  vendorId: number | null,
  text: string,
  { isSealed, officialWords }: { isSealed: boolean; officialWords: ReadonlySet<string> },
): string[] => {
  const marks = [...new Set([...text.matchAll(MARK)].map(([mark]) => mark))]
  if (vendorId !== null) {
    const drafts = [...text.matchAll(DRAFT)]
      .filter(([word, thread]) => Number(thread) !== vendorId || !officialWords.has(word))
      .map(([word]) => word)
    return [
      ...marks.filter((mark) => mark !== markOf(vendorId) && mark !== questionMarkOf(vendorId)),
      ...drafts,
    ]
  }
  return isSealed ? marks.filter((mark) => mark.startsWith('@v')) : []
}
