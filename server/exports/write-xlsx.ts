import { CHOICES_SHEET, ChoiceLists } from '#schema/rules/excel/choice-lists.ts'
import type { TableHead } from '#schema/rules/export/export-table.ts'
import { MOST_COLUMNS, MOST_ROWS, sheetNames } from '#schema/rules/export/export-table.ts'
import { textLanguage } from '#schema/rules/project/text-language.ts'
import type { Sink } from './export-files.ts'
import { TooManyRows } from './too-many-rows.ts'
import type { ExportFacts, TableWriter } from './table-writer.ts'
import { notesPart, writeNotes } from './xlsx/notes.ts'
import { packageParts, type WrittenSheet } from './xlsx/package.ts'
import { rowXml } from './xlsx/rows.ts'
import { filterRange, sheetEnd, sheetStart, writeChoices } from './xlsx/sheet.ts'
import { type TextPieces, ZipWriter } from './zip-writer.ts'

/** A sheet whose rows are being written. */
interface OpenSheet {
  part: TextPieces
  head: TableHead
  /** The last row so far, from 1. */
  row: number
}

/** An .xlsx workbook with a sheet per table: header that stays, filter, widths, wrapped texts. */
export const xlsxWriter = (sink: Sink, { tables, contentLanguage }: ExportFacts): TableWriter => {
  const isRightToLeft = textLanguage(contentLanguage).dir === 'rtl'
  const zip = new ZipWriter(sink)
  const names = sheetNames(tables)
  const lists = new ChoiceLists()
  const written: WrittenSheet[] = []
  let sheet: OpenSheet | null = null
  const endSheet = async (): Promise<void> => {
    if (sheet === null) return
    const { part, row, head } = sheet
    const hasNotes = head.hasNotes === true
    await part.add(sheetEnd({ columns: head.columns, rows: row, hasNotes, lists }))
    written.push({
      name: names[written.length] ?? head.name,
      range: filterRange(head.columns, row),
      notes: hasNotes ? notesPart(written.length + 1) : null,
    })
    sheet = null
  }
  return {
    begin: async (head) => {
      const { columns } = head
      if (columns.length > MOST_COLUMNS) throw new TooManyRows()
      await endSheet()
      const part = await zip.entry(`xl/worksheets/sheet${written.length + 1}.xml`)
      sheet = { part, head, row: 1 }
      await part.add(sheetStart(columns, { isFirst: written.length === 0, isRightToLeft }))
      const headers = columns.map(({ header }) => header)
      await part.add(rowXml(headers, 1, () => 'header'))
    },
    rows: async (rows) => {
      if (sheet === null) return
      const { part, head } = sheet
      for (const cells of rows) {
        sheet.row += 1
        if (sheet.row > MOST_ROWS) throw new TooManyRows()
        await part.add(rowXml(cells, sheet.row, (at) => head.columns[at]?.kind ?? 'text'))
      }
    },
    notes: async (pages) => {
      if (sheet?.head.hasNotes !== true) return
      const { columns } = sheet.head
      await endSheet()
      await writeNotes(zip, { at: written.length, columns }, pages)
    },
    end: async () => {
      await endSheet()
      if (lists.isUsed) {
        await writeChoices(await zip.entry(`xl/worksheets/sheet${written.length + 1}.xml`), lists)
        written.push({ name: CHOICES_SHEET, range: null, notes: null })
      }
      for (const [name, text] of packageParts(written)) await (await zip.entry(name)).add(text)
      await zip.end()
    },
  }
}
