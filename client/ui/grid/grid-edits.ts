import { editorOf } from './grid-context.ts'
import type { CellIndex, RangeIndex } from './grid-place.ts'
import type { GridColumn, GridEdit } from './grid-types.ts'
import { parseValue, valueText, type ValueProblem } from './grid-values.ts'

export interface BlockModel<Row> {
  rowIds: readonly string[]
  columns: readonly GridColumn<Row>[]
  readRow: (id: string) => Row | undefined
}
/** A cell with a text that could not be parsed. */
export interface UnreadCell {
  rowId: string
  columnId: string
  text: string
  problem: ValueProblem
}
/** The edits of a gesture and everything it could not do, so that all of it can be reported. */
export interface BlockResult {
  edits: GridEdit[]
  /** Cells that already have the value. */
  same: Pick<GridEdit, 'rowId' | 'columnId'>[]
  /** Number of read-only cells. */
  readOnly: number
  unread: UnreadCell[]
  /** Rows and columns of the pasted block beyond the grid's last row and column. */
  outside: { rows: number; columns: number }
}

/** The displayed texts of a range. */
export function rangeTexts<Row>(model: BlockModel<Row>, range: RangeIndex): string[][] {
  return model.rowIds.slice(Math.max(0, range.top), range.bottom + 1).map((rowId) => {
    const row = model.readRow(rowId)
    return model.columns
      .slice(range.start, range.end + 1)
      .map((column) => (row === undefined ? '' : cellText(column, row)))
  })
}

export function cellText<Row>(column: GridColumn<Row>, row: Row): string {
  return column.text?.(row) ?? valueText(editorOf(column, row), column.value(row))
}

/** Pastes a block from the range's top-left corner. A single value fills the whole range. */
export function pasteEdits<Row>(
  model: BlockModel<Row>,
  range: RangeIndex,
  block: readonly (readonly string[])[],
): BlockResult {
  const isSingle = block.length === 1 && block[0]?.length === 1
  const top = Math.max(0, range.top)
  const height = isSingle ? range.bottom - top + 1 : repeated(range.bottom - top + 1, block.length)
  const blockWidth = block.reduce((most, row) => Math.max(most, row.length), 0)
  const width = isSingle
    ? range.end - range.start + 1
    : repeated(range.end - range.start + 1, blockWidth)
  const result = emptyResult()
  const fitting = Math.min(height, model.rowIds.length - top)
  const fittingWidth = Math.min(width, model.columns.length - range.start)
  result.outside = { rows: height - fitting, columns: width - fittingWidth }
  for (let down = 0; down < fitting; down += 1) {
    const line = block[down % block.length] ?? []
    for (let right = 0; right < fittingWidth; right += 1) {
      const text = line[right % blockWidth]
      if (text !== undefined)
        putText(model, { row: top + down, column: range.start + right, text }, result)
    }
  }
  return result
}

/** Sets all cells of a range to the value of the first row in their column. */
export function fillDownEdits<Row>(model: BlockModel<Row>, range: RangeIndex): BlockResult {
  const top = Math.max(0, range.top)
  const [first] = rangeTexts(model, { ...range, top, bottom: top })
  if (!first) return emptyResult()
  const result = emptyResult()
  for (let row = top + 1; row <= range.bottom; row += 1) {
    first.forEach((text, right) =>
      putText(model, { row, column: range.start + right, text }, result),
    )
  }
  return result
}

export function clearEdits<Row>(model: BlockModel<Row>, range: RangeIndex): BlockResult {
  const result = emptyResult()
  for (let row = Math.max(0, range.top); row <= range.bottom; row += 1) {
    for (let column = range.start; column <= range.end; column += 1)
      putText(model, { row, column, text: '' }, result)
  }
  return result
}

/** A block pasted into a range of a multiple of its size is repeated, as in spreadsheets. */
const repeated = (selected: number, copied: number): number =>
  selected > copied && selected % copied === 0 ? selected : copied

const emptyResult = (): BlockResult => ({
  edits: [],
  same: [],
  readOnly: 0,
  unread: [],
  outside: { rows: 0, columns: 0 },
})

function putText<Row>(
  model: BlockModel<Row>,
  { text, ...at }: CellIndex & { text: string },
  result: BlockResult,
): void {
  const rowId = model.rowIds[at.row]
  const column = model.columns[at.column]
  const row = rowId === undefined ? undefined : model.readRow(rowId)
  if (rowId === undefined || column === undefined || row === undefined) return
  const editor = editorOf(column, row)
  if (editor === null || (column.readOnlyReason?.(row) ?? null) !== null) {
    result.readOnly += 1
    return
  }
  const parsed = parseValue(editor, text)
  if (!parsed.ok) {
    result.unread.push({ rowId, columnId: column.id, text, problem: parsed.problem })
  } else if (parsed.value !== column.value(row)) {
    result.edits.push({ rowId, columnId: column.id, value: parsed.value })
  } else {
    result.same.push({ rowId, columnId: column.id })
  }
}
