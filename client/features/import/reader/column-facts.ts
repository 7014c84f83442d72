import { offeredChoices } from '#schema/rules/excel/cell-details.ts'
import { firstDataRow, headerText, sheetCellText } from '#schema/rules/excel/excel-rows-cells.ts'
import {
  columnsWith,
  type ColumnRole,
  idPrefix,
  namePrefix,
} from '#schema/rules/excel/excel-rows-mapping.ts'
import { prepareTable } from '#schema/rules/excel/prepare-table.ts'
import type { ParsedSheet } from '../parsed-file.ts'
import type { ColumnFacts, SheetReading } from './questions.ts'

const MOST_SAMPLES = 3
const MOST_OPTIONS = 12
const SAMPLED_ROWS = 500
const MOST_EXAMPLES = 6

/** The first distinct values of a column as its role takes them: addresses, all offered options. */
const samplesOf = (
  { rows, ...details }: ParsedSheet,
  { headerRow, mapping }: SheetReading,
  { column, role }: { column: number; role: ColumnRole },
): string[] => {
  const links = role === 'link' ? (details.links ?? []) : []
  const addresses = new Map(
    links.flatMap((link) => (link.column === column ? [[link.row, link.text] as const] : [])),
  )
  const columns = mapping.columns.map((_, at) => (at === column ? role : 'ignore'))
  const offered = offeredChoices(details, headerRow, { columns })[column] ?? []
  const samples = new Set(offered.slice(0, MOST_OPTIONS))
  const most = Math.max(MOST_SAMPLES, samples.size)
  for (
    let row = firstDataRow(headerRow);
    row <= rows.length && row < headerRow + SAMPLED_ROWS && samples.size < most;
    row += 1
  ) {
    const text = addresses.get(row) ?? sheetCellText(rows, row, column)
    if (text !== '') samples.add(text.slice(0, 120))
  }
  return [...samples]
}

/** The first distinct texts below the header that a rule makes of a column. */
const examplesOf = (
  rows: ParsedSheet['rows'],
  { headerRow, column }: { headerRow: number; column: number | undefined },
  rule: (text: string) => string,
): string[] => {
  const found = new Set<string>()
  for (
    let row = firstDataRow(headerRow);
    column !== undefined && row <= rows.length && found.size < MOST_EXAMPLES;
    row += 1
  ) {
    const text = rule(sheetCellText(rows, row, column))
    if (text !== '') found.add(text)
  }
  return [...found]
}

/** The headings that the sheet would have, if sections were taken from them. */
const headingsOf = (sheet: ParsedSheet, { headerRow, mapping }: SheetReading): string[] => {
  const { rows, mapping: plain } = prepareTable(sheet, headerRow, {
    ...mapping,
    sectionFrom: 'headingRows',
  })
  return examplesOf(rows, { headerRow, column: plain.columns.length - 1 }, (text) => text)
}

/** What a person sees of each column, and the sections that each source would give. */
export const columnFacts = (sheet: ParsedSheet, reading: SheetReading): ColumnFacts => {
  const { headerRow, mapping } = reading
  const { rows } = sheet
  const [id] = columnsWith(mapping, 'id')
  const [name] = columnsWith(mapping, 'name')
  return {
    columns: mapping.columns.map((role, column) => ({
      header: headerText(rows, headerRow, column),
      isNamed: headerRow > 0 && sheetCellText(rows, headerRow, column) !== '',
      samples: samplesOf(sheet, reading, { column, role }),
    })),
    sections: {
      headings: headingsOf(sheet, reading),
      ids: examplesOf(rows, { headerRow, column: id }, idPrefix),
      names: examplesOf(rows, { headerRow, column: name }, namePrefix),
    },
  }
}
