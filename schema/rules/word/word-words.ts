import { isHeaderWord } from '../excel/guess/words.ts'
import type { WordRow } from './word-blocks.ts'

/** Words of obligation, in the languages of the import's other words. */
const OBLIGATION =
  /(?<![\p{L}])(shall|must|should|may not|(?:is|are) required to|musí|musia|má|majú|nesmie|nesmú|smie|smú|mal[aoi]? by|mali by|(?:je|sú) povinn\p{L}{1,3}|muss|müssen|soll(?:en|te|ten)?|darf|dürfen|musi|muszą|powinn?(?:o|a|y|ien)|doit|doivent|debe|deben|deve|devono)(?![\p{L}])/iu
export const isObligation = (text: string): boolean => OBLIGATION.test(text)

/** 'REQ-12: ', '[REQ-12] ', 'REQ-12<tab>', and '1.2.3 '; the rest is the text. */
const MARKED =
  /^(?:\[([\p{Lu}][\p{L}\d]{0,15}(?:[-_.][\p{L}\d]{1,15}){0,5})\][:.]?|([\p{Lu}][\p{L}\d]{0,15}(?:[-_.][\p{L}\d]{1,15}){0,5})(?::|\t| [–—-] ))\s*/u
const TYPED = /^(\d{1,4}(?:\.\d{1,4}){1,8})\.?\s+/
const TYPED_HEADING = /^(\d{1,4}(?:\.\d{1,4}){0,8})\.?\s+(?=\p{L})/u

export interface Written {
  id: string
  text: string
}
/** The id that a person typed before a text; '' = none. */
export const writtenId = (text: string): Written => {
  const marked = MARKED.exec(text)
  const id = marked?.[1] ?? marked?.[2] ?? ''
  if (marked !== null && /\d/.test(id)) return { id, text: text.slice(marked[0].length) }
  const typed = TYPED.exec(text)
  return typed === null
    ? { id: '', text }
    : { id: typed[1] ?? '', text: text.slice(typed[0].length) }
}
export const writtenNumber = (heading: string): Written => {
  const typed = TYPED_HEADING.exec(heading)
  return typed === null
    ? { id: '', text: heading }
    : { id: typed[1] ?? '', text: heading.slice(typed[0].length) }
}

/** Tables that tell of the document itself. */
const OF_DOCUMENT =
  /^\W*(version|verzia|wersja|rev(ision|\.)?|date|datum|dátum|author|autor|approved.*|schválil|signature|podpis)\W*$/iu
export const tellsOfDocument = (names: readonly string[]): boolean =>
  names.filter((name) => OF_DOCUMENT.test(name)).length >= 2

/** A row of column names: marked as such, or by its words. */
export const isHeaderRow = ({ isHeader, cells }: WordRow): boolean => {
  if (isHeader) return true
  const texts = cells.map(({ text }) => text)
  const known = texts.filter((text) => text !== '' && isHeaderWord(text)).length
  return known >= 2 && known >= texts.length / 2 && texts.every((text) => text.length <= 60)
}
