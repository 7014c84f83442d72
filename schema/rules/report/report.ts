import type { Language } from '../../tables/languages.ts'

export interface ReportColumn {
  header: string
  /** Figures stand at the right. */
  isNumber?: boolean
  /** The cells hold texts of the requestors. */
  isContent?: boolean
  /**
   * Each line of a cell is a short code. Codes stand beside one another, small and in a monospace
   * font, and none is torn if the column is wide enough for it.
   */
  isCode?: boolean
  /** Share of the width; the columns of a table share it in proportion. */
  width: number
}
export interface ReportTable {
  kind: 'table'
  columns: readonly ReportColumn[]
  rows: readonly (readonly string[])[]
  /** Indexes of rows that sum up others. */
  strong?: ReadonlySet<number>
}
export interface ReportBar {
  label: string
  /** 0..100; null = nothing to score. */
  percent: number | null
  text: string
}
export type ReportBlock =
  | { kind: 'text'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'bars'; bars: readonly ReportBar[] }
  | { kind: 'signatures'; columns: readonly string[]; lines: number }
  | ReportTable

export interface ReportSection {
  heading: string
  blocks: readonly ReportBlock[]
}

/** A report without a format: a writer for each format draws the same blocks. */
export interface Report {
  language: Language
  /** The language of the requestors' texts as a BCP 47 tag; null = not stated. */
  contentLanguage: string | null
  title: string
  subtitle: string
  facts: readonly (readonly [name: string, value: string])[]
  sections: readonly ReportSection[]
}

export const textBlock = (text: string): ReportBlock => ({ kind: 'text', text })
