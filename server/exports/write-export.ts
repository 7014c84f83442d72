import type { ExportFailure, ExportRequest } from '#schema/entities/export.ts'
import { exportRights } from '#schema/rules/export/export-contents.ts'
import { fileNameOf } from '#schema/rules/files/file-name.ts'
import { EXPORT_WORDS, type ExportWord } from '#schema/tables/export-words.ts'
import type { Language } from '#schema/tables/languages.ts'
import type { Database, Queries } from '../database/database.ts'
import type { ExportFiles } from './export-files.ts'
import { chosenOf, openForReader } from './export-reader.ts'
import { type ExportRow, requestOf, type Written } from './export-rows.ts'
import { openSource } from './export-source.ts'
import { tablesOf } from './read-tables.ts'
import { fileType, tableWriter } from './table-formats.ts'

/** Why an export cannot be written, in the terms of its row. */
export class ExportRefused extends Error {
  readonly failure: ExportFailure
  constructor(failure: ExportFailure) {
    super(failure)
    this.failure = failure
  }
}

interface WritePorts {
  database: Pick<Database, 'readApart'>
  files: ExportFiles
  clock: () => number
  signal: AbortSignal
  onRows: (count: number) => void
}

const languageOf = async (tx: Queries, userId: number): Promise<Language> => {
  const row = await tx
    .selectFrom('users')
    .select('language')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.language ?? 'en'
}

const CONTENT_WORDS: Record<ExportRequest['content'], ExportWord> = {
  requirements: 'requirements',
  answers: 'answers',
  evaluation: 'scores',
  comments: 'comments',
  log: 'log',
  everything: 'project',
}

/**
 * Writes the file of an attempt. Rights and rows are read from one snapshot, in pages, with turns for
 * other requests between them; at most one page is in memory, except for an evaluation.
 */
export const writeExport = async (
  { database, files, clock, signal, onRows }: WritePorts,
  row: ExportRow,
): Promise<Written> =>
  await database.readApart(async (tx) => {
    const reader = await openForReader(tx, row)
    if (reader === null) throw new ExportRefused('rights')
    const { opened, person } = reader
    const request = requestOf(row)
    const chosen = await chosenOf(opened, person, request)
    if (chosen === null) throw new ExportRefused('rights')
    const words = EXPORT_WORDS[await languageOf(tx, row.user_id)]
    const source = await openSource(opened, { words, vendors: chosen.vendors })
    const tables = tablesOf(source, chosen.contents)
    const { id, name, version } = opened.project
    const writtenOn = clock()
    const facts = {
      project: { id, name, version },
      writtenOn,
      tables: tables.map((one) => one.name),
    }
    let rows = 0
    const bytes = await files.write(row, async (sink) => {
      const writer = tableWriter(request.format, sink, facts)
      for (const table of tables) {
        await writer.begin(await table.head())
        for await (const page of table.pages()) {
          signal.throwIfAborted()
          await writer.rows(page)
          rows += page.length
          onRows(rows)
        }
      }
      await writer.end()
    })
    const day = new Date(writtenOn).toISOString().slice(0, 10)
    const parts = [name, version, words[CONTENT_WORDS[request.content]], day]
    const { extension } = fileType(request.format, tables.length)
    return { rights: exportRights(opened), fileName: fileNameOf(parts, extension), bytes, rows }
  })
