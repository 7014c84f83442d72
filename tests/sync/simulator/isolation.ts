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

interface Sent {
  project?: { rows: { row: unknown }[] } | string | null
  rows?: { row: unknown }[] | null
}
/** Parts of other vendors in the text. Requestors read no part. */
const foreignPartsIn = (vendorId: number | null, text: string): string[] => {
  if (!text.includes('"submitters"')) return []
  const { project, rows } = JSON.parse(text) as Sent
  const all = rows ?? (typeof project === 'object' ? project?.rows : null) ?? []
  return all.flatMap(({ row }) => {
    const { id, submitters, vendorId: of } = (row ?? {}) as Record<string, unknown>
    return submitters !== undefined && of !== vendorId ? [`part ${String(id)}`] : []
  })
}
/** Vendors read neither who owns content nor who edits a document. */
const OWNERS = /"ownerId":[1-9]|"members":\[/

/**
 * What this person must not get of a text: marks of the inner side or of another vendor, parts of
 * another vendor, owners and members of content.
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
      ...(OWNERS.test(text) ? ['owners of content'] : []),
      ...foreignPartsIn(vendorId, text),
      ...marks.filter((mark) => mark !== markOf(vendorId) && mark !== questionMarkOf(vendorId)),
      ...drafts,
    ]
  }
  return [
    ...foreignPartsIn(null, text),
    ...(isSealed ? marks.filter((mark) => mark.startsWith('@v')) : []),
  ]
}
