import type { TableHead, TableNote, TableRow } from '#schema/rules/export/export-table.ts'

/** Facts about the export that a file states about itself. */
export interface ExportFacts {
  project: { id: string; name: string; version: string }
  /** The language of the requestors' texts as a BCP 47 tag; null = not stated. */
  contentLanguage: string | null
  /** Server time in ms. */
  writtenOn: number
  /** The names of all tables, in order. */
  tables: readonly string[]
}

/** Writes tables one after the other: `begin`, rows, notes, the next `begin`, …, `end`. */
export interface TableWriter {
  begin(head: TableHead): Promise<void>
  rows(rows: readonly TableRow[]): Promise<void>
  /** After all rows, and only if the head announces notes; absent = the format has none. */
  notes?(pages: AsyncIterable<readonly TableNote[]>): Promise<void>
  end(): Promise<void>
}
