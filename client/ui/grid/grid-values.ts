import type { GridEditor, GridValue } from './grid-types.ts'

export type ValueProblem =
  | 'notNumber'
  | 'outOfRange'
  | 'notDate'
  | 'notOption'
  | 'notTick'
  | 'tooLong'
export type ParsedValue = { ok: true; value: GridValue } | { ok: false; problem: ValueProblem }

const TICK_WORDS: Record<string, boolean> = {
  true: true,
  yes: true,
  1: true,
  x: true,
  '✓': true,
  áno: true,
  pravda: true,
  false: false,
  no: false,
  0: false,
  '✗': false,
  nie: false,
  nepravda: false,
}

/** Parses typed or pasted text; empty text means an empty cell. */
export function parseValue(editor: GridEditor, text: string): ParsedValue {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: true, value: editor.kind === 'tick' ? false : null }
  switch (editor.kind) {
    case 'text':
      return withinLength(text.replace(/\s*\r?\n\s*/g, ' '), editor.maxLength)
    case 'long':
      return withinLength(text.replace(/\r\n?/g, '\n'), editor.maxLength)
    case 'number':
      return parseNumber(trimmed, editor.min ?? -Infinity, editor.max ?? Infinity)
    case 'percent':
      return parseNumber(trimmed.replace(/\s*%$/, ''), 0, 100)
    case 'date':
      return parseDate(trimmed)
    case 'select': {
      const wanted = trimmed.toLocaleLowerCase()
      const option =
        editor.options.find((one) => one.label.trim().toLocaleLowerCase() === wanted) ??
        editor.options.find((one) => String(one.value).toLocaleLowerCase() === wanted)
      return option ? { ok: true, value: option.value } : { ok: false, problem: 'notOption' }
    }
    case 'tick': {
      const value = TICK_WORDS[trimmed.toLocaleLowerCase()]
      return value === undefined ? { ok: false, problem: 'notTick' } : { ok: true, value }
    }
    default:
      return editor satisfies never
  }
}

/** The text of a value as shown and copied. Dates become DD.MM.YYYY; `forEditing` omits units. */
export function valueText(editor: GridEditor | null, value: GridValue, forEditing = false): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (editor?.kind === 'percent') return forEditing ? String(value) : `${value} %`
  if (editor?.kind === 'select')
    return editor.options.find((option) => option.value === value)?.label ?? String(value)
  if (editor?.kind === 'date' && typeof value === 'string')
    return value.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1')
  return String(value)
}

function withinLength(text: string, maxLength = 20_000): ParsedValue {
  return text.length > maxLength ? { ok: false, problem: 'tooLong' } : { ok: true, value: text }
}

function parseNumber(text: string, min: number, max: number): ParsedValue {
  const plain = text.replace(/[\s  ]/g, '').replace(/,(?=\d+$)/, '.')
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain))
    return { ok: false, problem: 'notNumber' }
  const value = Number(plain)
  if (!Number.isFinite(value)) return { ok: false, problem: 'notNumber' }
  return value < min || value > max ? { ok: false, problem: 'outOfRange' } : { ok: true, value }
}

function parseDate(text: string): ParsedValue {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  const local = /^(\d{1,2})[.\s/]+(\d{1,2})[.\s/]+(\d{4})$/.exec(text)
  const [year, month, day] = iso ? iso.slice(1) : local ? local.slice(1).reverse() : []
  if (!year || !month || !day) return { ok: false, problem: 'notDate' }
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${value}T00:00:00Z`)
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
  return isReal ? { ok: true, value } : { ok: false, problem: 'notDate' }
}
