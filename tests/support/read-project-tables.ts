import type { ExportContent } from '#schema/entities/export.ts'
import type { TableHead, TableNote, TableRow } from '#schema/rules/export/export-table.ts'
import { EXPORT_WORDS } from '#schema/tables/export-words.ts'
import { openSource, type TableSource, type Vendor } from '#server/exports/export-source.ts'
import { tablesOf } from '#server/exports/read-tables.ts'
import { openProject } from '#server/projects-service/open-project.ts'
import { gather } from './gather.ts'
import { PROJECT_ID } from './project-rows.ts'
import type { Town } from './town.ts'

export const WORDS = EXPORT_WORDS.en

/** The tables of the project as a person reads them, in the order of an export. */
export const tablesFor = async (
  town: Pick<Town, 'calls'>,
  userId: number,
  { contents, vendors }: { contents: readonly ExportContent[]; vendors: readonly Vendor[] },
): Promise<TableSource[]> => {
  const opened = await openProject(await town.calls.by(userId), PROJECT_ID)
  return tablesOf(await openSource(opened, { words: WORDS, vendors }), contents)
}

export interface ReadTable {
  head: TableHead
  pages: (readonly TableRow[])[]
  rows: TableRow[]
  notes: TableNote[]
}
/** Reads a table as a writer does: its head, its pages, its notes. */
export const readTable = async (table: TableSource): Promise<ReadTable> => {
  const head = await table.head()
  const pages = await gather(table.pages())
  const notes = table.notes === undefined ? [] : await gather(table.notes())
  return { head, pages, rows: pages.flat(), notes: notes.flat() }
}
