import type { TableColumn, TableRow } from '#schema/rules/export/export-table.ts'
import type { Sink } from './export-files.ts'
import type { ExportFacts, TableWriter } from './table-writer.ts'
import { TextPieces } from './zip-writer.ts'

const rowText = (row: TableRow, columns: readonly TableColumn[]): string =>
  JSON.stringify(
    Object.fromEntries(
      columns.map(({ key, kind }, at) => {
        const cell = row[at] ?? null
        const isTime = kind === 'time' && typeof cell === 'number'
        return [key, isTime ? new Date(cell).toISOString() : cell]
      }),
    ),
  )

/** `{project, writtenOn, tables: [{name, columns: [{key, header}], rows: [{key: value}]}]}` */
export const jsonWriter = (sink: Sink, { project, writtenOn }: ExportFacts): TableWriter => {
  const text = new TextPieces((bytes) => sink.write(bytes))
  let columns: readonly TableColumn[] = []
  let tables = 0
  let written = 0
  const open = async (): Promise<void> => {
    const facts = { project, writtenOn: new Date(writtenOn).toISOString() }
    await text.add(`${JSON.stringify(facts).slice(0, -1)},"tables":[`)
  }
  return {
    begin: async (head) => {
      if (tables === 0) await open()
      else await text.add('\n]},')
      tables += 1
      written = 0
      columns = head.columns
      const shown = columns.map(({ key, header }) => ({ key, header }))
      const start = JSON.stringify({ name: head.name, columns: shown })
      await text.add(`\n${start.slice(0, -1)},"rows":[`)
    },
    rows: async (rows) => {
      for (const row of rows) {
        await text.add(`${written === 0 ? '' : ','}\n${rowText(row, columns)}`)
        written += 1
      }
    },
    end: async () => {
      if (tables === 0) await open()
      await text.add(tables === 0 ? ']}\n' : '\n]}]}\n')
      await text.flush()
    },
  }
}
