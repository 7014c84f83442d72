import type { ExportFormat } from '#schema/entities/export.ts'
import type { Sink } from './export-files.ts'
import type { ExportFacts, TableWriter } from './table-writer.ts'
import { csvWriter } from './write-csv.ts'
import { jsonWriter } from './write-json.ts'
import { xlsxWriter } from './write-xlsx.ts'

/** Formats of tables; an archive has no tables. */
export type TableFormat = Exclude<ExportFormat, 'tenderbook'>
const WRITERS: Record<TableFormat, (sink: Sink, facts: ExportFacts) => TableWriter> = {
  xlsx: xlsxWriter,
  csv: csvWriter,
  json: jsonWriter,
}
export const tableWriter = (format: TableFormat, sink: Sink, facts: ExportFacts): TableWriter =>
  WRITERS[format](sink, facts)

/** Several tables as text are one archive. */
export const fileType = (
  format: ExportFormat,
  tables: number,
): { extension: string; mime: string } => {
  switch (format) {
    case 'xlsx':
      return {
        extension: 'xlsx',
        mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      }
    case 'csv':
      return tables > 1
        ? { extension: 'zip', mime: 'application/zip' }
        : { extension: 'csv', mime: 'text/csv; charset=utf-8' }
    case 'json':
      return { extension: 'json', mime: 'application/json' }
    case 'tenderbook':
      return { extension: 'tenderbook', mime: 'application/zip' }
    default:
      return format satisfies never
  }
}
