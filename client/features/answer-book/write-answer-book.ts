import {
  type Cell as WrittenCell,
  type CellStyle,
  type CellValue,
  type DataValidation,
  writeXlsx,
  type WriteSheet,
} from 'hucre/xlsx'
import { RECORD_SHEET } from '#schema/rules/answer-book/book-record.ts'
import type { AnswerBook, BookSheet, RuleRun } from '#schema/rules/answer-book/make-book.ts'
import { ChoiceLists } from '#schema/rules/excel/choice-lists.ts'
import { type Cell, columnLetters, workbookRows } from '#schema/rules/excel/excel-rows-cells.ts'
import { daySerial } from '../../lib/workbook/day-serial.ts'
import { filterName } from '../../lib/workbook/filter-name.ts'
import { choicesSheet, hiddenSheet } from '../../lib/workbook/hidden-sheet.ts'
import { SHEET_PROTECTION } from '../../lib/workbook/sheet-protection.ts'

/** The longest prompt that Excel shows beside a cell. */
const LONGEST_PROMPT = 255
const TEXT = '@'
const DAY = 'yyyy-mm-dd'
const GREY = { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'EDEFF2' } } as const
const LINE = { style: 'thin', color: { rgb: 'D5D9DF' } } as const
const BORDER = { top: LINE, right: LINE, bottom: LINE, left: LINE }
const WRAPPED = { wrapText: true, vertical: 'top' } as const
const HEADER: CellStyle = { font: { bold: true }, alignment: WRAPPED, border: BORDER, fill: GREY }
const LOCKED: CellStyle = { alignment: WRAPPED, border: BORDER, fill: GREY, numFmt: TEXT }
const OPEN: CellStyle = { alignment: WRAPPED, border: BORDER, protection: { locked: false } }

const FORMATS: Record<RuleRun['rule']['kind'], string> = {
  choice: TEXT,
  text: TEXT,
  number: 'General',
  date: DAY,
}

const rangeOf = ({ column, top, bottom }: RuleRun): string =>
  `${columnLetters(column)}${top + 2}:${columnLetters(column)}${bottom + 2}`

const between = (low: number, high: number) =>
  ({ operator: 'between', formula1: String(low), formula2: String(high) }) as const
const FIRST_DAY = '1900-03-01'
const LAST_DAY = '9999-12-31'

const checkOf = (
  { rule }: RuleRun,
  choices: ChoiceLists,
): Pick<DataValidation, 'type' | 'operator' | 'formula1' | 'formula2'> | null => {
  switch (rule.kind) {
    case 'choice':
      return rule.options.length === 0
        ? null
        : { type: 'list', formula1: choices.rangeOf(rule.options) }
    case 'number':
      return { type: 'decimal', ...between(rule.min, rule.max) }
    case 'date': {
      const [low, high] = [daySerial(rule.min ?? FIRST_DAY), daySerial(rule.max ?? LAST_DAY)]
      return low === null || high === null ? null : { type: 'date', ...between(low, high) }
    }
    case 'text':
      return { type: 'textLength', ...between(0, rule.max) }
    default:
      return rule satisfies never
  }
}

const validationOf = (run: RuleRun, choices: ChoiceLists, refusal: string): DataValidation[] => {
  const check = checkOf(run, choices)
  const hint = run.rule.hint.slice(0, LONGEST_PROMPT)
  if (check === null) return []
  return [
    {
      ...check,
      range: rangeOf(run),
      allowBlank: true,
      showErrorMessage: true,
      errorStyle: 'stop',
      errorMessage: refusal,
      ...(hint === '' ? {} : { showInputMessage: true, inputMessage: hint }),
    },
  ]
}

/** A day as a spreadsheet counts it, if the cell is one of days. */
const valueOf = (cell: Cell, kind: RuleRun['rule']['kind'] | undefined): Cell =>
  kind === 'date' && typeof cell === 'string' ? (daySerial(cell) ?? cell) : cell

const cellKey = (row: number, column: number): string => `${row},${column}`

const sheetOf = (sheet: BookSheet, choices: ChoiceLists, refusal: string): WriteSheet => {
  const { name, columns, rows, rules } = sheet
  const kinds = new Map<string, RuleRun['rule']['kind']>()
  for (const { column, top, bottom, rule } of rules)
    for (let row = top; row <= bottom; row += 1) kinds.set(cellKey(row, column), rule.kind)
  const cells = new Map<string, Partial<WrittenCell>>(
    columns.map(({ note }, column) => [
      cellKey(0, column),
      { style: HEADER, ...(note === '' ? {} : { comment: { text: note } }) },
    ]),
  )
  const styles = { open: openStyles(), locked: LOCKED }
  const shown = rows.map((row, at) =>
    row.map((cell, column) => {
      const kind = kinds.get(cellKey(at, column))
      const value = valueOf(cell, kind)
      const isText = typeof value === 'string'
      const style = kind === undefined ? styles.locked : styles.open[kind]
      cells.set(cellKey(at + 1, column), {
        style: isText && kind === 'date' && value !== '' ? styles.open.text : style,
      })
      return value
    }),
  )
  const last = columnLetters(Math.max(0, columns.length - 1))
  return {
    name,
    columns: columns.map((_, column) => ({ width: widthOf(sheet, column) })),
    rows: workbookRows([columns.map(({ header }) => header), ...shown]) as CellValue[][],
    cells,
    freezePane: { rows: 1, columns: 1 },
    autoFilter: { range: `A1:${last}${rows.length + 1}` },
    dataValidations: rules.flatMap((run) => validationOf(run, choices, refusal)),
    protection: SHEET_PROTECTION,
  }
}
const openStyles = (): Record<RuleRun['rule']['kind'], CellStyle> => ({
  choice: { ...OPEN, numFmt: FORMATS.choice },
  text: { ...OPEN, numFmt: FORMATS.text },
  number: { ...OPEN, numFmt: FORMATS.number },
  date: { ...OPEN, numFmt: FORMATS.date },
})

const NARROWEST = 12
const WIDEST = 50
const MEASURED_ROWS = 200
const widthOf = ({ columns, rows, rules }: BookSheet, column: number): number => {
  const isWritten = rules.some(({ column: own, rule }) => own === column && rule.kind === 'text')
  const lengths = rows
    .slice(0, MEASURED_ROWS)
    .flatMap((row) => String(row[column] ?? '').split('\n'))
    .map(({ length }) => length)
  const header = Math.min(columns[column]?.header.length ?? 0, 30)
  const widest = Math.max(header + 4, ...lengths.map((length) => length + 2))
  return Math.min(WIDEST, Math.max(isWritten ? 36 : NARROWEST, widest))
}

/**
 * Writes the workbook as .xlsx: texts and ids are locked, answers are checked by the spreadsheet.
 * @param refusal what the spreadsheet says about a value that a cell does not take
 */
export const writeAnswerBook = async (
  { sheets, record, isRightToLeft = false }: AnswerBook & { isRightToLeft?: boolean },
  refusal: string,
): Promise<Uint8Array> => {
  const choices = new ChoiceLists()
  const view = isRightToLeft ? { view: { rightToLeft: true } } : {}
  const shown = sheets.map((sheet) => ({ ...sheetOf(sheet, choices, refusal), ...view }))
  return await writeXlsx({
    sheets: [...shown, choicesSheet(choices), hiddenSheet(RECORD_SHEET, record)],
    namedRanges: sheets.map((sheet) => filterName(sheet.name, sheet)),
    workbookProtection: { lockStructure: true },
  })
}
