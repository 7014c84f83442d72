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
