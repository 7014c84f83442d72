import { expect, it } from 'vitest'
import type { TableColumn } from '../filters/column-facet.ts'
import { seenGrid } from './seen-grid.ts'

interface Row {
  name: string
  count: number | null
  day: string | null
  isDone: boolean | null
  release: number
}
const ROWS: Record<string, Row> = {
  a: { name: 'A', count: 3, day: '2026-03-01', isDone: true, release: 2 },
  b: { name: 'B', count: null, day: null, isDone: null, release: -1 },
}
const COLUMNS: TableColumn<Row>[] = [
  {
    ...{ id: 'name', header: 'Name', width: 1, frozen: true, required: true },
    facet: { kind: 'text' },
    value: (row) => row.name,
  },
  {
    ...{ id: 'count', header: 'Count', width: 1, facet: { kind: 'number' } },
    value: (row) => row.count,
  },
  {
    ...{ id: 'share', header: 'Share', width: 1, facet: { kind: 'number' }, isPercent: true },
    value: (row) => row.count,
  },
  {
    ...{ id: 'stated', header: 'Stated', width: 1, facet: { kind: 'number' } },
    editor: () => ({ kind: 'percent' }),
    value: (row) => row.count,
  },
  { ...{ id: 'day', header: 'Day', width: 1, facet: { kind: 'date' } }, value: (row) => row.day },
  {
    ...{ id: 'done', header: 'Done', width: 1, facet: { kind: 'tick' } },
    value: (row) => row.isDone,
  },
  {
    ...{ id: 'release', header: 'Release', width: 1, facet: { kind: 'choice', options: [] } },
    editor: { kind: 'select', options: [{ value: 2, label: '1.1' }] },
    value: (row) => row.release,
  },
  {
    ...{ id: 'author', header: 'Author', width: 1, optional: true, facet: { kind: 'text' } },
    value: () => 'A person',
  },
]
const seenWith = (
  layout: { order?: string[]; hidden?: string[]; shown?: string[] },
  rowIds: string[] = ['b', 'a'],
) =>
  seenGrid({
    name: 'Offer',
    columns: COLUMNS,
    layout: { order: [], hidden: [], widths: {}, ...layout },
    rowIds,
    readRow: (id) => ROWS[id],
  })

it('has the rows in the order of the screen, and leaves out those that are gone', () => {
  expect(seenWith({}, ['b', 'gone', 'a']).rows.map(([name]) => name)).toEqual(['B', 'A'])
  expect(seenWith({}, ['a']).rows).toHaveLength(1)
})

it('has the shown columns in their order, the frozen ones first', () => {
  const headers = seenWith({
    order: ['day', 'name', 'count'],
    hidden: ['share', 'stated', 'done', 'release'],
  }).columns.map(({ header }) => header)
  expect(headers).toEqual(['Name', 'Day', 'Count'])
})

it('has nothing of a hidden column, and an optional one only if it is shown', () => {
  const text = (table: unknown) => JSON.stringify(table)
  expect(text(seenWith({}))).not.toContain('A person')
  expect(text(seenWith({ shown: ['author'] }))).toContain('A person')
  expect(text(seenWith({ hidden: ['day'] }))).not.toContain('2026-03-01')
})

it('tells the ids, the choices of each column, and the help beside the shown texts', () => {
  const { columns } = seenWith({})
  expect(columns.filter(({ isId }) => isId)).toEqual([])
  expect(columns.map(({ options = [] }) => options)).toEqual([[], [], [], [], [], [], ['1.1']])
  const id: TableColumn<Row> = {
    ...{ id: 'id', header: 'ID', width: 1, facet: { kind: 'text' } },
    value: (row) => row.name,
  }
  const table = seenGrid({
    ...{ name: 'Offer', columns: [id, ...COLUMNS], rowIds: ['b', 'a'] },
    layout: { order: [], hidden: [], widths: {} },
    readRow: (row) => ROWS[row],
    helpOf: ({ name }) => (name === 'A' ? 'Attach a picture.' : ' '),
  })
  expect(table.columns.map(({ isId }) => isId === true).indexOf(true)).toBe(1)
  expect(table.notes).toEqual([{ row: 1, column: 0, text: 'Attach a picture.' }])
  expect(seenWith({}).notes).toEqual([])
})

it('keeps numbers, dates and ticks as such, and shows choices by their label', () => {
  const { columns, rows } = seenWith({}, ['a', 'b'])
  expect(columns.map(({ kind }) => kind)).toEqual([
    ...['text', 'number', 'percent', 'percent', 'date', 'yesNo', 'text'],
  ])
  expect(rows).toEqual([
    ['A', 3, 3, 3, '2026-03-01', true, '1.1'],
    ['B', null, null, null, null, null, '-1'],
  ])
})
