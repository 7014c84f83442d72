import { describe, expect, it } from 'vitest'
import { clearEdits, fillDownEdits, pasteEdits, rangeTexts } from './grid-edits.ts'
import type { GridColumn } from './grid-types.ts'

interface Answer {
  name: string
  percent: number | null
  note: string | null
  isLocked?: boolean
}
const rows: Record<string, Answer> = {
  a: { name: 'A', percent: 75, note: null },
  b: { name: 'B', percent: null, note: 'x' },
  c: { name: 'C', percent: null, note: null, isLocked: true },
}
const columns: GridColumn<Answer>[] = [
  { id: 'name', header: 'Name', width: 100, value: (row) => row.name },
  {
    id: 'percent',
    header: 'Statement %',
    width: 100,
    value: (row) => row.percent,
    editor: { kind: 'percent' },
    readOnlyReason: (row) => (row.isLocked ? 'locked' : null),
  },
  { id: 'note', header: 'Note', width: 100, value: (row) => row.note, editor: { kind: 'long' } },
]
const model = { rowIds: ['a', 'b', 'c'], columns, readRow: (id: string) => rows[id] }
/** Four rows and columns that anything may be written to. */
const free = {
  rowIds: [...'abcd'],
  columns: [...'klmn'].map((id): GridColumn<object> => ({
    ...{ id, header: id, width: 100, editor: { kind: 'text' } },
    value: (row) => (row as Record<string, string>)[id] ?? '-',
  })),
  readRow: (): object | undefined => ({}),
}
const range = (top: number, bottom: number, start: number, end: number) => ({
  top,
  bottom,
  start,
  end,
})

describe('edits of a grid range', () => {
  it('copies the displayed texts', () => {
    expect(rangeTexts(model, range(0, 1, 0, 1))).toEqual([
      ['A', '75 %'],
      ['B', ''],
    ])
  })
  it('pastes a block from the top-left corner and counts cells it could not fill', () => {
    const result = pasteEdits(model, range(1, 1, 1, 1), [
      ['50%', 'one\ntwo'],
      ['60', 'y'],
      ['70', 'z'],
    ])
    expect(result.edits).toEqual([
      { rowId: 'b', columnId: 'percent', value: 50 },
      { rowId: 'b', columnId: 'note', value: 'one\ntwo' },
      { rowId: 'c', columnId: 'note', value: 'y' },
    ])
    expect([result.readOnly, result.outside]).toEqual([1, { rows: 1, columns: 0 }])
  })
  it('accepts a block with more rows than a call can have arguments', () => {
    const block = Array.from({ length: 200_000 }, () => ['60'])
    expect(pasteEdits(model, range(0, 0, 1, 1), block).outside).toEqual({
      rows: 199_997,
      columns: 0,
    })
  })
  it('fills a range with a single copied cell, and reports values it cannot parse', () => {
    expect(pasteEdits(model, range(0, 1, 1, 1), [['100']]).edits).toHaveLength(2)
  })
  it('reports every value it cannot parse, and applies the others', () => {
    const result = pasteEdits(model, range(0, 1, 1, 2), [
      ['many', 'one'],
      ['200', 'two'],
    ])
    expect(result.unread).toEqual([
      { rowId: 'a', columnId: 'percent', text: 'many', problem: 'notNumber' },
      { rowId: 'b', columnId: 'percent', text: '200', problem: 'outOfRange' },
    ])
    expect(result.edits.map(({ value }) => value)).toEqual(['one', 'two'])
  })
  it('counts rows and columns that did not fit, not cells', () => {
    const block = Array.from({ length: 5_000 }, () => ['1', 'a', 'b', 'c'])
    expect(pasteEdits(model, range(1, 1, 1, 1), block).outside).toEqual({ rows: 4_998, columns: 2 })
    expect(pasteEdits(model, range(0, 0, 1, 1), [['1']]).outside).toEqual({ rows: 0, columns: 0 })
  })
  it('repeats a block in a range of a multiple of its size, and only there', () => {
    const values = (bottom: number, end: number, block: string[][]) =>
      pasteEdits(free, range(0, bottom, 0, end), block).edits.map(({ value }) => value)
    expect(values(3, 0, [['x'], ['y']])).toEqual(['x', 'y', 'x', 'y'])
    expect(values(2, 0, [['x'], ['y']])).toEqual(['x', 'y'])
    expect(values(0, 0, [['x'], ['y']])).toEqual(['x', 'y'])
    expect(values(0, 3, [['x', 'y']])).toEqual(['x', 'y', 'x', 'y'])
    expect(values(0, 2, [['x', 'y']])).toEqual(['x', 'y'])
    expect(values(1, 1, [['x']])).toEqual(['x', 'x', 'x', 'x'])
    expect(values(1, 0, [['x', 'y']])).toEqual(['x', 'y', 'x', 'y'])
  })
  it('leaves the cells out that a shorter line does not have', () => {
    const result = pasteEdits(free, range(0, 0, 0, 0), [['x'], ['y', 'z']])
    expect(result.edits).toEqual([
      { rowId: 'a', columnId: 'k', value: 'x' },
      { rowId: 'b', columnId: 'k', value: 'y' },
      { rowId: 'b', columnId: 'l', value: 'z' },
    ])
  })
  it('begins with the first row where the range begins in the header', () => {
    const header = range(-1, 1, 0, 0)
    expect(pasteEdits(free, header, [['x']]).edits.map(({ rowId }) => rowId)).toEqual(['a', 'b'])
    expect(rangeTexts(free, header)).toEqual([['-'], ['-']])
    expect(clearEdits(free, header).edits.map(({ rowId }) => rowId)).toEqual(['a', 'b'])
    expect(fillDownEdits(free, header).same).toEqual([{ rowId: 'b', columnId: 'k' }])
  })
  it('copies an empty text for a row that is not there, and fills, pastes and clears none', () => {
    const gone = { ...free, readRow: (id: string) => (id === 'a' ? undefined : {}) }
    expect(rangeTexts(gone, range(0, 1, 1, 2))).toEqual([
      ['', ''],
      ['-', '-'],
    ])
    const pasted = pasteEdits(gone, range(0, 1, 0, 0), [['x']])
    expect(pasted.edits).toEqual([{ rowId: 'b', columnId: 'k', value: 'x' }])
    expect([pasted.readOnly, pasted.unread, pasted.same]).toEqual([0, [], []])
    expect(fillDownEdits({ ...free, rowIds: [] }, range(0, 0, 0, 0)).edits).toEqual([])
  })
  it('names the cells that have the value already, and counts those without an editor', () => {
    const result = pasteEdits(model, range(0, 0, 0, 1), [['A', '75']])
    expect([result.edits, result.same, result.readOnly]).toEqual([
      [],
      [{ rowId: 'a', columnId: 'percent' }],
      1,
    ])
  })
  it('copies the text of a column that shows its value differently', () => {
    const shown = columns.map((column) => ({ ...column, text: () => 'shown' }))
    expect(rangeTexts({ ...model, columns: shown }, range(0, 0, 1, 1))).toEqual([['shown']])
  })
  it('fills each column with its own first value', () => {
    const marked: Record<string, object> = { a: { k: 'p', l: 'q' } }
    const read = { ...free, readRow: (id: string) => marked[id] ?? {} }
    const filled = fillDownEdits(read, range(0, 1, 0, 1))
    expect(filled.edits.map(({ rowId, value }) => `${rowId} ${String(value)}`)).toEqual([
      'b p',
      'b q',
    ])
    expect(fillDownEdits(read, range(0, 1, 1, 1)).edits).toEqual([
      { rowId: 'b', columnId: 'l', value: 'q' },
    ])
  })
  it('fills down editable cells', () => {
    const result = fillDownEdits(model, range(0, 2, 1, 1))
    expect(result.edits).toEqual([{ rowId: 'b', columnId: 'percent', value: 75 }])
    expect(result.readOnly).toBe(1)
  })
  it('clears only cells with a value', () => {
    expect(clearEdits(model, range(0, 2, 2, 2)).edits).toEqual([
      { rowId: 'b', columnId: 'note', value: null },
    ])
  })
})
