import { SSF, type CellObject } from 'xlsx'
import type { Cell } from '#schema/rules/excel/excel-rows-cells.ts'
import { ImportFileError } from './import-file-error.ts'
import { IMPORT_LIMITS } from './import-limits.ts'

const ERROR_TEXTS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
}

const pad = (value: number): string => String(value).padStart(2, '0')

/** No format shows more; a hostile text would keep the patterns busy. */
const LONGEST_SHOWN = 60

/**
 * A number as people see it, where its format says more than the number: 007, 1.10, 25% or REQ-7.
 * Rounded values, thousands separators and units stay plain numbers.
 */
export const shownNumber = (value: number, shown: string): Cell => {
  if (shown.length > LONGEST_SHOWN) return value
  const text = shown.trim()
  const plain = text.replace(',', '.')
  const isPadded = /^-?(?:0\d+(?:\.\d+)?|\d+\.\d*0)$/.test(plain)
  if (isPadded) return Number(plain) === value ? plain : value
  const percent = /^(-?\d+(?:[.,]\d+)?)\s?%$/.exec(text)?.[1]
  if (percent !== undefined)
    return Math.abs(Number(percent.replace(',', '.')) / 100 - value) < 1e-9 ? text : value
  const [, before = '', digits] = /^(.*\p{L}.*?[-_. /]?)(\d+)$/u.exec(text) ?? []
  return digits !== undefined && !/\d/.test(before) && Number(digits) === value ? text : value
}

/** Formats that can show more than the number; others are not applied, for the sake of time. */
const SHOWING = /^[^;#?*[\]]{0,60}$/
const isShowing = (format: string): boolean =>
  format !== 'General' && format !== '0' && SHOWING.test(format) && /0/.test(format)

const dateCell = (value: number, format: string, isFrom1904: boolean): Cell => {
  const date: { y: number; m: number; d: number; H: number; M: number; S: number } | null =
    SSF.parse_date_code(value, { date1904: isFrom1904 })
  if (date === null) return value
  const hasTime = /h|s|\[m/i.test(format.replace(/"[^"]*"|\\./g, ''))
  const time = `${pad(date.H)}:${pad(date.M)}${date.S === 0 ? '' : `:${pad(date.S)}`}`
  if (hasTime && value >= 0 && value < 1) return time
  const day = `${date.y}-${pad(date.m)}-${pad(date.d)}`
  return hasTime && value % 1 !== 0 ? `${day} ${time}` : day
}

const numberCell = (value: number, format: CellObject['z'], isFrom1904: boolean): Cell => {
  if (format === undefined) return value
  const code = String(format)
  if (SSF.is_date(code)) return dateCell(value, code, isFrom1904)
  if (!isShowing(code)) return value
  try {
    return shownNumber(value, String(SSF.format(code, value)))
  } catch {
    return value
  }
}

export const cellOf = (cell: CellObject | undefined, isFrom1904: boolean): Cell => {
  if (cell === undefined || cell.v === undefined || cell.v === null) return ''
  switch (cell.t) {
    case 'n':
      return numberCell(Number(cell.v), cell.z, isFrom1904)
    case 'b':
      return cell.v === true ? 'TRUE' : 'FALSE'
    case 'e':
      return ERROR_TEXTS[Number(cell.v)] ?? '#VALUE!'
    case 's':
    case 'd':
    case 'z':
      return String(cell.v)
    default:
      return cell.t satisfies never
  }
}

/** Number of cells and characters in all sheets together. */
export interface Size {
  cells: number
  characters: number
}

/** Counts `copies` cells with a value, and refuses more than the limits. */
export const countCells = (
  size: Size,
  value: Cell,
  { sheet, copies = 1 }: { sheet: string; copies?: number },
): void => {
  size.cells += copies
  size.characters += String(value).length * copies
  if (size.cells > IMPORT_LIMITS.cells)
    throw new ImportFileError('tooManyCells', {
      limit: IMPORT_LIMITS.cells,
      found: size.cells,
      sheet,
    })
  if (size.characters > IMPORT_LIMITS.characters)
    throw new ImportFileError('zipBomb', { limit: IMPORT_LIMITS.unpackedBytes })
}
