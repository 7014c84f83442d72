import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startLocale } from '../../locales/start-locale.ts'
import { blockEdits } from './block-edits.ts'
import { editScope } from './grid-edit-scope.ts'
import { gridModel } from './grid-model.ts'
import { createGridStore, type GridStore } from './grid-store.ts'
import type { GridColumn, GridProps } from './grid-types.ts'

type Row = Record<'name' | 'first' | 'second' | 'third', string | null>
const IDS = ['a', 'b', 'c', 'd']
const columns: GridColumn<Row>[] = (['name', 'first', 'second', 'third'] as const).map((id) => ({
  ...{ id, header: id, width: 100, value: (row: Row) => row[id] },
  ...(id === 'name' ? {} : { editor: { kind: 'text' } as const }),
}))

let store: GridStore
let told: unknown[]
let blocks: ReturnType<typeof blockEdits<Row>>
beforeAll(() => startLocale('en'))
beforeEach(() => {
  told = []
  store = createGridStore()
  store.setModel(
    gridModel(
      IDS,
      columns.map(({ id }) => id),
    ),
  )
  const row: Row = { name: 'Name', first: '1', second: '2', third: '3' }
  const props = {
    ...{ rowIds: IDS, readRow: () => row },
    onChange: (edits: readonly { rowId: string; columnId: string }[], gesture: string) =>
      told.push([gesture, edits.map(({ rowId, columnId }) => `${rowId} ${columnId}`)]),
  } as unknown as GridProps<Row>
  blocks = blockEdits(
    editScope({
      ...{ store, latest: { current: { props, shown: columns } }, reveal: () => undefined },
      say: (text) => told.push(text),
    }),
  )
})

const select = (from: [row: number, column: number], to: [row: number, column: number]) => {
  store.moveTo({ row: from[0], column: from[1] })
  store.moveTo({ row: to[0], column: to[1] }, { extend: true })
}
/** Marks each cell with a pasted text that was not understood. */
const spoil = () =>
  store.unread.change(
    IDS.flatMap((rowId) =>
      columns.map(({ id }) => ({
        ...{ rowId, columnId: id, text: 'x', problem: 'notNumber' as const },
      })),
    ),
    [],
  )
const unread = () => store.unread.all().map(({ rowId, columnId }) => `${rowId} ${columnId}`)

describe('a range that is cleared', () => {
  it('loses its values and the texts that were not understood, in no cell beside it', () => {
    spoil()
    select([1, 1], [2, 2])
    const before = unread()
    blocks.clear()
    const cleared = ['b first', 'b second', 'c first', 'c second']
    expect(told[0]).toEqual(['clear', cleared])
    expect(unread()).toEqual(before.filter((cell) => !cleared.includes(cell)))
  })

  it('begins in the first row when it reaches into the header', () => {
    spoil()
    store.moveTo({ row: -1, column: 2 })
    store.moveTo({ row: 0, column: 2 }, { extend: true })
    blocks.clear()
    expect(told[0]).toEqual(['clear', ['a second']])
    expect(unread()).not.toContain('a second')
    expect(unread()).toHaveLength(15)
  })

  it('keeps its read-only cells, and says so only if there is one cell', () => {
    select([0, 0], [0, 1])
    blocks.clear()
    expect(told).toEqual([
      ['clear', ['a first']],
      '1 cell changed',
      'Left unchanged: 1 cell is read-only.',
    ])
    told = []
    select([0, 0], [1, 0])
    blocks.clear()
    expect(told).toEqual(['Left unchanged: 2 cells are read-only.'])
    told = []
    select([0, 0], [0, 0])
    blocks.clear()
    expect(told).toEqual(['This cell is read-only'])
  })

  it('loses a text that was not understood also where it is read-only', () => {
    spoil()
    select([0, 0], [1, 0])
    const before = unread()
    blocks.clear()
    expect(unread()).toEqual(before.filter((cell) => cell !== 'a name' && cell !== 'b name'))
  })
})
