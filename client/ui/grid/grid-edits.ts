import { editorOf } from './grid-context.ts'
import type { RangeIndex } from './grid-store.ts'
import type { GridColumn, GridEdit } from './grid-types.ts'
import { parseValue, valueText, type ValueProblem } from './grid-values.ts'

export interface BlockModel<Row> { rowIds: readonly string[]; columns: readonly GridColumn<Row>[]; readRow: (id: string) => Row | undefined }
/** Edits of one gesture, and what could not be done, so that no limit is silent. */
export interface BlockResult { edits: GridEdit[]; readOnly: number; unreadable: { count: number; first: { text: string; column: string; problem: ValueProblem } | null }; outside: number }

/** The texts of a range, as they are shown. */
export function rangeTexts<Row>(model: BlockModel<Row>, range: RangeIndex): string[][] {
  return model.rowIds.slice(Math.max(0, range.top), range.bottom + 1).map((rowId) => {
    const row = model.readRow(rowId)
    return model.columns.slice(range.start, range.end + 1).map((column) => (row === undefined ? '' : cellText(column, row)))
  })
}

export function cellText<Row>(column: GridColumn<Row>, row: Row): string {
  return column.text?.(row) ?? valueText(editorOf(column, row), column.value(row))
}

/** Lays a block of texts over the cells from the range's corner on; a single text fills the whole range. */
export function pasteEdits<Row>(model: BlockModel<Row>, range: RangeIndex, block: readonly (readonly string[])[]): BlockResult {
  const isSingle = block.length === 1 && block[0]?.length === 1
  const top = Math.max(0, range.top)
  const height = isSingle ? range.bottom - top + 1 : repeated(range.bottom - top + 1, block.length)
  const blockWidth = Math.max(...block.map((row) => row.length))
  const width = isSingle ? range.end - range.start + 1 : repeated(range.end - range.start + 1, blockWidth)
  const result = emptyResult()
  for (let down = 0; down < height; down += 1) {
    const line = block[down % block.length] ?? []
    for (let right = 0; right < width; right += 1) {
      const text = line[right % blockWidth]
      if (text !== undefined) putText(model, { row: top + down, column: range.start + right }, text, result)
    }
  }
  return result
}

/** Every cell of the range takes the value of the first row of its column. */
export function fillDownEdits<Row>(model: BlockModel<Row>, range: RangeIndex): BlockResult {
  const top = Math.max(0, range.top)
  const [first] = rangeTexts(model, { ...range, top, bottom: top })
  if (!first) return emptyResult()
  const result = emptyResult()
  for (let row = top + 1; row <= range.bottom; row += 1) {
    first.forEach((text, right) => putText(model, { row, column: range.start + right }, text, result))
  }
  return result
}

export function clearEdits<Row>(model: BlockModel<Row>, range: RangeIndex): BlockResult {
  const result = emptyResult()
  for (let row = Math.max(0, range.top); row <= range.bottom; row += 1) {
    for (let column = range.start; column <= range.end; column += 1) putText(model, { row, column }, '', result)
  }
  return result
}

/** A block pasted into a range that is a multiple of it repeats, as in spreadsheets. */
const repeated = (selected: number, copied: number): number => (selected > copied && selected % copied === 0 ? selected : copied)

const emptyResult = (): BlockResult => ({ edits: [], readOnly: 0, unreadable: { count: 0, first: null }, outside: 0 })

function putText<Row>(model: BlockModel<Row>, at: { row: number; column: number }, text: string, result: BlockResult): void {
  const rowId = model.rowIds[at.row]
  const column = model.columns[at.column]
  const row = rowId === undefined ? undefined : model.readRow(rowId)
  if (rowId === undefined || column === undefined || row === undefined) {
    result.outside += 1
    return
  }
  const editor = editorOf(column, row)
  if (editor === null || (column.readOnlyReason?.(row) ?? null) !== null) {
    result.readOnly += 1
    return
  }
  const parsed = parseValue(editor, text)
  if (!parsed.ok) {
    result.unreadable.count += 1
    result.unreadable.first ??= { text, column: column.header, problem: parsed.problem }
  } else if (parsed.value !== column.value(row)) {
    result.edits.push({ rowId, columnId: column.id, value: parsed.value })
  }
}
