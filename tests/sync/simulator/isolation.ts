/**
 * The mark in every word for one vendor, or for the inner side: a text that leaves the server is
 * searched for marks that its reader must not get.
 */
export const markOf = (vendorId: number | null): string =>
  vendorId === null ? '@int' : `@v${vendorId}`
/** Marks words of requestors that everyone may read. */
export const PUBLIC_MARK = '@pub'

/**
 * Marks a vendor's question, pain point or reply, which the vendor and the requestors may read,
 * sealed or not.
 */
export const questionMarkOf = (vendorId: number): string => `@q${vendorId}`
/** Marks a requestor's reply to a vendor, which the vendor may read once it is official. */
export const draftMarkOf = (vendorId: number): string => `@d${vendorId}`

const MARK = /@(int|v\d+|q\d+)/g
const DRAFT = /w\d+@d(\d+)/g

/** The marks in a text that this person must not get: of the inner side, or of another vendor. */
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
