import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { gridModel } from './grid-model.ts'
import { createGridStore, type GridStore } from './grid-store.ts'

const COLUMNS = ['name', 'note', 'met']
const ABC = gridModel(['a', 'b', 'c'], COLUMNS)
/** The rows after b was moved to the end. */
const ACB = gridModel(['a', 'c', 'b'], COLUMNS)

let store: GridStore
let calls = 0
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  store = createGridStore()
  store.setModel(ABC)
  await Promise.resolve()
  calls = 0
  store.subscribe(() => (calls += 1))
})
afterEach(() => vi.useRealTimers())
const wait = (ms: number) => vi.advanceTimersByTime(ms)
const called = () => {
  const before = calls
  calls = 0
  return before
}

describe('the rows and columns of a grid', () => {
  it('are those of the newest model', () => {
    expect([store.rowIds(), store.columnIds()]).toEqual([['a', 'b', 'c'], COLUMNS])
    expect([store.indexOfRow('c'), store.indexOfRow('x')]).toEqual([2, -1])
    store.setModel(ACB)
    expect([store.rowIds(), store.indexOfRow('b')]).toEqual([['a', 'c', 'b'], 2])
  })

  it('wake the listeners after the render, and only if they are new', async () => {
    store.setModel(ABC)
    await Promise.resolve()
    expect(called()).toBe(0)
    store.setModel(ACB)
    expect(called()).toBe(0)
    await Promise.resolve()
    expect(called()).toBe(1)
  })

  it('are first seen by the render that brings them, which changes nothing for others', () => {
    store.moveTo({ row: 1, column: 2 })
    expect(store.active(ACB)).toEqual({ row: 2, column: 2 })
    expect(store.active(ACB)).toBe(store.active(ACB))
    expect(store.active()).toEqual({ row: 1, column: 2 })
    expect([store.markOfRow(1, ACB), store.markOfRow(2, ACB)]).toEqual(['', '2|-1|-1|-1|0|0'])
    expect([store.markOfRow(1), store.markOfRow(2)]).toEqual(['2|-1|-1|-1|0|0', ''])
    store.moveTo({ row: 0, column: 1 })
    expect(store.active(ACB), 'after a move').toEqual({ row: 0, column: 1 })
    const longer = gridModel(['x', 'a', 'b', 'c'], COLUMNS)
    expect(store.active(longer), 'another render').toEqual({ row: 1, column: 1 })
    expect(store.active(ACB)).toEqual({ row: 0, column: 1 })
  })

  it('of a render that was replaced give way to the newest', () => {
    store.moveTo({ row: 1, column: 0 })
    store.setModel(ACB)
    expect(store.active()).toEqual({ row: 2, column: 0 })
    expect(store.active(ABC)).toEqual({ row: 2, column: 0 })
    expect(store.active(ACB)).toEqual({ row: 2, column: 0 })
  })
})

describe('the active cell', () => {
  it('moves, and its listeners hear of it until they leave', () => {
    const heard: string[] = []
    const leave = store.subscribe(() => heard.push('second'))
    store.moveTo({ row: 2, column: 1 })
    expect(store.activeCell()).toEqual({ rowId: 'c', columnId: 'note' })
    expect([called(), heard]).toEqual([1, ['second']])
    leave()
    store.moveTo({ row: 0, column: 0 })
    expect([called(), heard]).toEqual([1, ['second']])
  })

  it('takes the range along, unless it is extended', () => {
    store.moveTo({ row: 2, column: 1 })
    expect(store.range()).toEqual({ top: 2, bottom: 2, start: 1, end: 1 })
    store.moveTo({ row: 1, column: 2 }, { extend: true })
    expect(store.range()).toEqual({ top: 1, bottom: 2, start: 1, end: 2 })
    store.moveTo({ row: 0, column: 0 })
    expect(store.range()).toEqual({ top: 0, bottom: 0, start: 0, end: 0 })
  })

  it('is in the header by its column, or in no column of it', () => {
    store.moveTo({ row: 0, column: 1 })
    expect(store.markOfHeader()).toBe(-1)
    store.moveTo({ row: -1, column: 1 })
    expect(store.markOfHeader()).toBe(1)
    store.moveTo({ row: -1, column: 0 })
    expect(store.markOfHeader()).toBe(0)
    expect(store.activeCell()).toBeNull()
  })

  it('is the first one when everything is selected', () => {
    store.moveTo({ row: 1, column: 1 })
    called()
    store.selectAll()
    expect(store.range()).toEqual({ top: 0, bottom: 2, start: 0, end: 2 })
    expect([store.activeCell()?.rowId, called()]).toEqual(['a', 1])
    store.setModel(gridModel([], COLUMNS))
    store.moveTo({ row: -1, column: 1 })
    called()
    store.selectAll()
    expect([store.active(), called()], 'without rows').toEqual([{ row: -1, column: 1 }, 0])
  })
})

describe('the focus', () => {
  const wish = () => [store.hasFocusWish(), store.takeFocusWish(), store.takeFocusWish()]

  it('follows a move once', () => {
    expect(wish(), 'before any move').toEqual([false, false, false])
    store.moveTo({ row: 1, column: 1 })
    expect(wish()).toEqual([true, true, false])
    expect(store.hasFocusWish()).toBe(false)
    store.selectAll()
    expect(wish()).toEqual([true, true, false])
  })

  it('stays where it is if the move asks for that', () => {
    store.moveTo({ row: 1, column: 1 })
    store.moveTo({ row: 2, column: 1 }, { focus: false })
    expect(wish()).toEqual([false, false, false])
  })

  it.each(['moveTo', 'selectAll'] as const)('is not taken later than 1.5 s after %s', (move) => {
    const start = () =>
      move === 'moveTo' ? store.moveTo({ row: 1, column: 1 }) : store.selectAll()
    start()
    wait(1_499)
    expect(wish()).toEqual([true, true, false])
    start()
    wait(1_500)
    expect(wish()).toEqual([false, false, false])
  })

  it('belongs to an editor that opens, and not to one that closes', () => {
    const cell = { rowId: 'b', columnId: 'note', initial: null }
    store.moveTo({ row: 1, column: 1 })
    called()
    store.setEditing(cell)
    expect([store.editing(), called(), ...wish()]).toEqual([cell, 1, false, false, false])
    store.moveTo({ row: 1, column: 1 })
    store.setEditing(null)
    expect([store.editing(), ...wish()]).toEqual([null, true, true, false])
  })
})

describe('checked and unread cells', () => {
  it('mark their rows and wake the listeners when they change', () => {
    const checked = new Set(['b'])
    store.setChecked(checked)
    expect([store.markOfRow(1), store.markOfRow(2), called()]).toEqual(['-1|-1|-1|-1|1|0', '', 1])
    store.setChecked(checked)
    expect(called()).toBe(0)
    store.unread.change([{ rowId: 'c', columnId: 'note', text: 'x', problem: 'tooLong' }], [])
    expect([store.markOfRow(2), called()]).toEqual(['-1|-1|-1|-1|0|1', 1])
    store.setChecked(new Set())
    expect([store.markOfRow(1), called()]).toEqual(['', 1])
  })
})
