import type { TableHead, TableRow } from '#schema/rules/export/export-table.ts'

/** Facts about the export that a file states about itself. */
export interface ExportFacts {
  project: { id: string; name: string; version: string }
  /** Server time in ms. */
  writtenOn: number
  /** The names of all tables, in order. */
  tables: readonly string[]
}

/** Writes tables one after the other: `begin`, its rows, the next `begin`, …, `end`. */
export interface TableWriter {
  begin(head: TableHead): Promise<void>
  rows(rows: readonly TableRow[]): Promise<void>
  end(): Promise<void>
}
