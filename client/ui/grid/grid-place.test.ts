import { afterEach, describe, expect, it, vi } from 'vitest'
import { gridStyle, startOf } from './grid-geometry.ts'
import { readMark } from './grid-mark.ts'
import { gridModel } from './grid-model.ts'
import { createGridStore } from './grid-store.ts'

afterEach(() => vi.useRealTimers())

const model = (rows: string, columns = 'xyz') => gridModel([...rows], [...columns])
const gridOf = (rows = 'abcd', columns = 'xyz') => {
  const store = createGridStore()
  store.setModel(model(rows, columns))
  return store
}
const at = (row: number, column: number) => ({ row, column })

describe('the active cell', () => {
  it.each([
    [at(1, 1), at(1, 1)],
    [at(-1, 0), at(-1, 0)],
    [at(-5, -5), at(-1, 0)],
    [at(9, 9), at(3, 2)],
  ])('moves to %j, and stays inside at %j', (to, active) => {
    const store = gridOf()
    store.moveTo(to)
    expect(store.active()).toEqual(active)
    expect(store.range()).toEqual({
      top: active.row,
      bottom: active.row,
      start: active.column,
      end: active.column,
    })
  })

  it('keeps its anchor while the range grows, in each direction, but not into the header', () => {
    const store = gridOf()
    store.moveTo(at(2, 1))
    store.moveTo(at(-1, 2), { extend: true })
    expect(store.range()).toEqual({ top: 0, bottom: 2, start: 1, end: 2 })
    store.moveTo(at(3, 0), { extend: true })
    expect(store.range()).toEqual({ top: 2, bottom: 3, start: 0, end: 1 })
  })

  it('names its cell, and none in the header', () => {
    const store = gridOf()
    store.moveTo(at(1, 2))
    expect(store.activeCell()).toEqual({ rowId: 'b', columnId: 'z' })
    store.moveTo(at(-1, 2))
    expect(store.activeCell()).toBe(null)
    expect(store.markOfHeader()).toBe(2)
    store.moveTo(at(0, 2))
    expect(store.markOfHeader()).toBe(-1)
  })

  it('selects all cells with the first one active, and nothing in an empty grid', () => {
    const store = gridOf()
    store.moveTo(at(2, 2))
    store.selectAll()
    expect(store.active()).toEqual(at(0, 0))
    expect(store.range()).toEqual({ top: 0, bottom: 3, start: 0, end: 2 })
    const empty = gridOf('', 'xyz')
    empty.selectAll()
    expect(empty.takeFocusWish()).toBe(false)
  })
})

describe('other rows and columns', () => {
  it.each([
    ['a row before', 'nabcd', 'xyz', at(3, 1)],
    ['its row is gone', 'abd', 'xyz', at(2, 1)],
    ['the last rows are gone', 'ab', 'xyz', at(1, 1)],
    ['all rows are gone', '', 'xyz', at(-1, 1)],
    ['a column before', 'abcd', 'nxyz', at(2, 2)],
    ['its column is gone', 'abcd', 'xz', at(2, 1)],
    ['only one column left', 'abcd', 'x', at(2, 0)],
  ])('%s', (_case, rows, columns, active) => {
    const store = gridOf()
    store.moveTo(at(0, 0))
    store.moveTo(at(2, 1), { extend: true })
    const next = model(rows, columns)
    expect(store.active(next)).toEqual(active)
    store.setModel(next)
    expect(store.active()).toEqual(active)
    // The range collapses.
    expect(store.range().top).toBe(active.row)
    // A render with the former model gets what holds now.
    expect(store.rowIds()).toEqual([...rows])
    expect(store.columnIds()).toEqual([...columns])
  })

  it('may come in two renders, of which each gets its own place', () => {
    const store = gridOf()
    store.moveTo(at(2, 1))
    const [longer, shorter] = [model('nabcd'), model('ab')]
    expect(store.active(longer)).toEqual(at(3, 1))
    expect(store.active(shorter)).toEqual(at(1, 1))
    expect(store.active(longer)).toEqual(at(3, 1))
    store.moveTo(at(0, 0))
    expect(store.active(longer)).toEqual(at(1, 0))
    expect(store.active()).toEqual(at(0, 0))
  })

  it('the first rows take the active cell out of the header, where it was for lack of rows', () => {
    const store = gridOf('')
    store.moveTo(at(-1, 1))
    store.setModel(model('ab'))
    expect(store.active()).toEqual(at(0, 1))
    store.moveTo(at(-1, 1))
    store.setModel(model('', 'xyz'))
    expect(store.active()).toEqual(at(-1, 1))
  })

  it('the active cell stays in the header when the rows are sorted or others come', () => {
    const store = gridOf('abc')
    store.moveTo(at(-1, 1))
    store.setModel(model('cba'))
    expect(store.active()).toEqual(at(-1, 1))
    store.setModel(model('cbad'))
    expect(store.active()).toEqual(at(-1, 1))
  })

  it.each([
    ['abcd', 'xyz', true],
    ['abcd', 'xz', false],
    ['acd', 'xyz', false],
  ])('an editor stays open while its cell is there: %s %s', (rows, columns, isOpen) => {
    const store = gridOf()
    store.setEditing({ rowId: 'b', columnId: 'y', initial: null })
    store.setModel(model(rows, columns))
    expect(store.editing() !== null).toBe(isOpen)
  })

  it('tells listeners once the rows are committed, and none that left', async () => {
    const store = gridOf()
    await Promise.resolve()
    const heard = vi.fn<() => void>()
    const leave = store.subscribe(heard)
    const next = model('ab')
    store.setModel(next)
    store.setModel(next)
    await Promise.resolve()
    expect(heard).toHaveBeenCalledTimes(1)
    store.moveTo(at(0, 0))
    store.setEditing(null)
    const checked = new Set(['a'])
    store.setChecked(checked)
    store.setChecked(checked)
    store.selectAll()
    expect(heard).toHaveBeenCalledTimes(5)
    leave()
    store.moveTo(at(0, 0))
    expect(heard).toHaveBeenCalledTimes(5)
  })
})

describe('marks of a row', () => {
  it('are empty without any, and tell the active cell, range, editor and check apart', () => {
    const store = gridOf()
    store.moveTo(at(1, 2))
    expect([0, 1, 2].map((row) => store.markOfRow(row))).toEqual(['', '2|-1|-1|-1|0|0', ''])
    store.moveTo(at(2, 1), { extend: true })
    expect([0, 1, 2, 3].map((row) => store.markOfRow(row))).toEqual([
      '',
      '-1|1|2|-1|0|0',
      '1|1|2|-1|0|0',
      '',
    ])
    store.moveTo(at(2, 2))
    store.moveTo(at(2, 1), { extend: true })
    expect(readMark(store.markOfRow(2))).toMatchObject({ active: 1, start: 1, end: 2 })
    store.moveTo(at(0, 0))
    store.setEditing({ rowId: 'd', columnId: 'y', initial: null })
    store.setChecked(new Set(['c']))
    expect(readMark(store.markOfRow(3))).toMatchObject({ edited: 1, isChecked: false })
    expect(readMark(store.markOfRow(2))).toMatchObject({ edited: -1, isChecked: true })
  })

  it('tell a text that was not read', () => {
    const store = gridOf()
    store.moveTo(at(0, 0))
    const cell = { rowId: 'b', columnId: 'y' }
    store.unread.change([{ ...cell, text: 'x', problem: {} as never }], [])
    expect(readMark(store.markOfRow(1)).hasUnread).toBe(true)
    expect(readMark(store.markOfRow(2)).hasUnread).toBe(false)
    expect(readMark('')).toEqual({
      active: -1,
      start: -1,
      end: -1,
      edited: -1,
      isChecked: false,
      hasUnread: false,
    })
  })
})

it('a wish for the focus is taken once, and expires after 1.5 seconds', () => {
  vi.useFakeTimers()
  const store = gridOf()
  expect(store.hasFocusWish()).toBe(false)
  store.moveTo(at(1, 1))
  vi.advanceTimersByTime(1_499)
  expect([store.hasFocusWish(), store.takeFocusWish(), store.takeFocusWish()]).toEqual([
    true,
    true,
    false,
  ])
  store.selectAll()
  vi.advanceTimersByTime(1_499)
  expect(store.hasFocusWish()).toBe(true)
  vi.advanceTimersByTime(1)
  expect([store.hasFocusWish(), store.takeFocusWish()]).toEqual([false, false])
  store.moveTo(at(1, 1))
  store.moveTo(at(1, 1), { focus: false })
  expect(store.takeFocusWish()).toBe(false)
  // The editor focuses itself.
  store.moveTo(at(1, 1))
  store.setEditing(null)
  expect(store.hasFocusWish()).toBe(true)
  store.setEditing({ rowId: 'b', columnId: 'y', initial: null })
  expect(store.hasFocusWish()).toBe(false)
})

it('columns follow the checkboxes, and the frozen ones know their places', () => {
  const geometry = { lead: 36, widths: [100, 50, 20], frozenCount: 2 }
  expect([0, 1, 2, 3].map((column) => startOf(geometry, column))).toEqual([36, 136, 186, 206])
  expect(gridStyle(geometry, 32)).toEqual({
    '--grid-columns': '36px 100px 50px 20px',
    '--grid-width': '206px',
    '--grid-row': '32px',
    '--frozen-0': '36px',
    '--frozen-1': '136px',
  })
  expect(gridStyle({ ...geometry, lead: 0, frozenCount: 0 }, 32)).toEqual({
    '--grid-columns': '100px 50px 20px',
    '--grid-width': '170px',
    '--grid-row': '32px',
  })
})
