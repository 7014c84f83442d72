/** What a text document holds, in order, as its reader finds it. */
export type WordBlock = WordParagraph | WordTable

export interface WordParagraph {
  kind: 'paragraph'
  text: string
  /** The level of a heading, from 1; 0 = none. */
  level: number
  /** The number that the program shows, without the signs that end it; '' = none. */
  number: string
  /** An item of a list, with a number or a sign. */
  isListed: boolean
  /** The caption of a table or picture. */
  isCaption: boolean
  comments: readonly string[]
}

export interface WordTable {
  kind: 'table'
  rows: readonly WordRow[]
}

export interface WordRow {
  /** Repeated as a header on each page. */
  isHeader: boolean
  cells: readonly WordCell[]
}

export interface WordCell {
  text: string
  number: string
  comments: readonly string[]
}
