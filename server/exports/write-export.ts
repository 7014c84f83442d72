import type { ExportFailure, ExportRequest } from '#schema/entities/export.ts'
import { exportRights } from '#schema/rules/export/export-contents.ts'
import { fileNameOf } from '#schema/rules/files/file-name.ts'
import { EXPORT_WORDS, type ExportWord, type ExportWords } from '#schema/tables/export-words.ts'
import type { Language } from '#schema/tables/languages.ts'
import type { Database, Queries } from '../database/database.ts'
import type { OpenedProject } from '../projects-service/open-project.ts'
import type { ExportFiles, Sink, StoredFiles } from './export-files.ts'
import { type Chosen, chosenOf, openForReader } from './export-reader.ts'
import { type ExportRow, requestOf, type Written } from './export-rows.ts'
import { openSource } from './export-source.ts'
import { tablesOf } from './read-tables.ts'
import { fileType, tableWriter } from './table-formats.ts'
import { writeArchive } from './write-archive.ts'

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
  blobs: StoredFiles
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
  archive: 'archive',
}

interface Writing {
  opened: OpenedProject
  request: ExportRequest
  chosen: Chosen
  words: ExportWords
  writtenOn: number
}

/** Counts rows as they are written, and stops between two pages. */
const counterOf = ({ signal, onRows }: WritePorts) => {
  let rows = 0
  return {
    add: (count: number): void => {
      signal.throwIfAborted()
      rows += count
      onRows(rows)
    },
    count: (): number => rows,
  }
}
type Counter = ReturnType<typeof counterOf>

/** @returns how to write the tables to a sink, and their number */
const tablesToWrite = async (
  { opened, request: { format }, chosen, words, writtenOn }: Writing,
  counter: Counter,
): Promise<{ tables: number; write: (sink: Sink) => Promise<void> }> => {
  if (format === 'tenderbook') throw new Error('An archive has no tables')
  const source = await openSource(opened, { words, vendors: chosen.vendors })
  const tables = tablesOf(source, chosen.contents)
  const { id, name, version, language = null } = opened.project
  const facts = {
    ...{ project: { id, name, version }, contentLanguage: language },
    ...{ writtenOn, tables: tables.map((one) => one.name) },
  }
  const write = async (sink: Sink): Promise<void> => {
    const writer = tableWriter(format, sink, facts)
    for (const table of tables) {
      await writer.begin(await table.head())
      for await (const page of table.pages()) {
        counter.add(0)
        await writer.rows(page)
        counter.add(page.length)
      }
      if (table.notes !== undefined) await writer.notes?.(table.notes())
    }
    await writer.end()
  }
  return { tables: tables.length, write }
}

/**
 * Writes the file of an attempt. Rights and rows are read from one snapshot, in pages, with turns for
 * other requests between them; at most one page is in memory, except for an evaluation.
 */
export const writeExport = async (ports: WritePorts, row: ExportRow): Promise<Written> =>
  await ports.database.readApart(async (tx) => {
    const reader = await openForReader(tx, row)
    if (reader === null) throw new ExportRefused('rights')
    const { opened, person } = reader
    const request = requestOf(row)
    const chosen = await chosenOf(opened, person, request)
    if (chosen === null) throw new ExportRefused('rights')
    const words = EXPORT_WORDS[await languageOf(tx, row.user_id)]
    const writtenOn = ports.clock()
    const counter = counterOf(ports)
    const archive = (sink: Sink): Promise<void> =>
      writeArchive(opened, { sink, blobs: ports.blobs, writtenOn, onPage: counter.add })
    const { tables, write } =
      request.content === 'archive'
        ? { tables: 0, write: archive }
        : await tablesToWrite({ opened, request, chosen, words, writtenOn }, counter)
    const bytes = await ports.files.write(row, write)
    const day = new Date(writtenOn).toISOString().slice(0, 10)
    const { name, version } = opened.project
    const parts = [name, version, words[CONTENT_WORDS[request.content]], day]
    const { extension } = fileType(request.format, tables)
    const fileName = fileNameOf(parts, extension)
    return { rights: exportRights(opened), fileName, bytes, rows: counter.count() }
  })
