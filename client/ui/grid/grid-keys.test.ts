import { describe, expect, it } from 'vitest'
import { gridCommand, type KeyPress } from './grid-keys.ts'
import { gridModel } from './grid-model.ts'
import { createGridStore } from './grid-store.ts'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})

describe('keyboard commands of the grid', () => {
  it('moves by arrows and extends the range with shift', () => {
    expect(gridCommand(press('ArrowDown'))).toEqual({
      do: 'move',
      rows: 1,
      columns: 0,
      extend: false,
    })
    expect(gridCommand(press('ArrowLeft', { shiftKey: true }))).toEqual({
      do: 'move',
      rows: 0,
      columns: -1,
      extend: true,
    })
  })
  it('types any letter, also with AltGr and dead keys', () => {
    expect(gridCommand(press('ž'))).toEqual({ do: 'type' })
    expect(gridCommand(press('Dead'))).toEqual({ do: 'type' })
    expect(gridCommand(press('@', { ctrlKey: true, altKey: true }))).toEqual({ do: 'type' })
  })
  it('leaves copy, paste and function keys to the browser', () => {
    expect(gridCommand(press('c', { ctrlKey: true }))).toBeNull()
    expect(gridCommand(press('v', { ctrlKey: true }))).toBeNull()
    expect(gridCommand(press('F5'))).toBeNull()
  })
  it('fills down, undoes, redoes and moves rows', () => {
    expect(gridCommand(press('d', { ctrlKey: true }))).toEqual({ do: 'fillDown' })
    expect(gridCommand(press('z', { ctrlKey: true }))).toEqual({ do: 'undo' })
    expect(gridCommand(press('Z', { ctrlKey: true, shiftKey: true }))).toEqual({ do: 'redo' })
    expect(gridCommand(press('ArrowUp', { altKey: true }))).toEqual({
      do: 'moveRow',
      direction: -1,
    })
  })
})

describe('the active cell', () => {
  it('stays on its row when rows are inserted above, and moves to the next row when it is removed', () => {
    const store = createGridStore()
    store.setModel(gridModel(['a', 'b', 'c'], ['x', 'y']))
    store.moveTo({ row: 1, column: 1 })
    store.setModel(gridModel(['new', 'a', 'b', 'c'], ['x', 'y']))
    expect(store.activeCell()).toEqual({ rowId: 'b', columnId: 'y' })
    store.setModel(gridModel(['new', 'a', 'c'], ['x', 'y']))
    expect(store.activeCell()).toEqual({ rowId: 'c', columnId: 'y' })
  })
  it('changes the marks of the affected rows only', () => {
    const store = createGridStore()
    store.setModel(gridModel(['a', 'b', 'c'], ['x', 'y']))
    store.moveTo({ row: 0, column: 0 })
    store.moveTo({ row: 1, column: 1 }, { extend: true })
    expect([0, 1, 2].map((index) => store.markOfRow(index))).toEqual([
      '-1|0|1|-1|0|0',
      '1|0|1|-1|0|0',
      '',
    ])
  })
})

describe('a render with new rows, before they are committed', () => {
  it('returns the marks that hold after the commit, while the visible rows keep theirs', () => {
    const store = createGridStore()
    store.setModel(gridModel(['a', 'b', 'c'], ['x', 'y']))
    store.moveTo({ row: 1, column: 1 })
    store.setEditing({ rowId: 'b', columnId: 'y', initial: null })
    const next = gridModel(['new', 'a', 'b', 'c'], ['x', 'y'])
    const ahead = [0, 1, 2, 3].map((index) => store.markOfRow(index, next))
    expect(ahead).toEqual(['', '', '1|-1|-1|1|0|0', ''])
    expect([store.markOfRow(1), store.active(next).row]).toEqual(['1|-1|-1|1|0|0', 2])
    store.setModel(next)
    expect([0, 1, 2, 3].map((index) => store.markOfRow(index))).toEqual(ahead)
  })
  it('treats a replaced model as the newest one', () => {
    const store = createGridStore()
    const first = gridModel(['a', 'b'], ['x'])
    store.setModel(first)
    store.moveTo({ row: 1, column: 0 })
    store.setModel(gridModel(['b'], ['x']))
    expect([store.active(first).row, store.markOfRow(0, first)]).toEqual([0, store.markOfRow(0)])
  })
  it('closes the editor of a removed cell only once the rows are committed', () => {
    const store = createGridStore()
    store.setModel(gridModel(['a', 'b'], ['x']))
    store.setEditing({ rowId: 'b', columnId: 'x', initial: null })
    const next = gridModel(['a'], ['x'])
    store.markOfRow(0, next)
    expect(store.editing()?.rowId).toBe('b')
    store.setModel(next)
    expect(store.editing()).toBeNull()
  })
})

describe('a pending focus request', () => {
  it('ends when an editor opens, which takes the focus by itself', () => {
    const store = createGridStore()
    store.setModel(gridModel(['a'], ['x']))
    store.moveTo({ row: 0, column: 0 })
    expect(store.hasFocusWish()).toBe(true)
    store.setEditing({ rowId: 'a', columnId: 'x', initial: null })
    expect(store.hasFocusWish()).toBe(false)
  })
})

describe('every key', () => {
  const far = expect.any(Number)
  const move = { do: 'move', rows: 0, columns: 0, extend: false }
  it.each([
    ['ArrowUp', {}, { ...move, rows: -1 }],
    ['ArrowRight', {}, { ...move, columns: 1 }],
    ['ArrowDown', { altKey: true }, { do: 'moveRow', direction: 1 }],
    ['ArrowLeft', { altKey: true }, null],
    ['ArrowDown', { altKey: true, ctrlKey: true }, null],
    ['ArrowDown', { ctrlKey: true }, { ...move, rows: far }],
    ['Home', {}, { do: 'edge', row: null, column: 'first', extend: false }],
    ['End', { shiftKey: true }, { do: 'edge', row: null, column: 'last', extend: true }],
    ['Home', { metaKey: true }, { do: 'edge', row: 'first', column: 'first', extend: false }],
    ['End', { ctrlKey: true }, { do: 'edge', row: 'last', column: 'last', extend: false }],
    ['PageDown', {}, { do: 'page', direction: 1, extend: false }],
    ['PageUp', { shiftKey: true }, { do: 'page', direction: -1, extend: true }],
    ['Tab', {}, null],
    ['Tab', { shiftKey: true }, null],
    ['Enter', {}, { do: 'edit' }],
    ['Enter', { altKey: true }, null],
    ['F2', {}, { do: 'edit' }],
    ['Delete', {}, { do: 'clear' }],
    ['Backspace', {}, { do: 'clear' }],
    [' ', {}, { do: 'toggle' }],
    ['Escape', {}, { do: 'collapse' }],
    ['Process', {}, { do: 'type' }],
    ['a', { ctrlKey: true }, { do: 'selectAll' }],
    ['y', { metaKey: true }, { do: 'redo' }],
    ['x', { ctrlKey: true }, null],
    ['x', { altKey: true }, null],
    ['x', { altKey: true, metaKey: true }, null],
    ['F5', { ctrlKey: true, altKey: true }, null],
    ['😀', {}, { do: 'type' }],
    ['ab', {}, null],
    ['', {}, null],
  ] as const)('%s with %j', (key, held, command) => {
    expect(gridCommand(press(key, held))).toEqual(command)
  })
  it('goes far enough with Ctrl for any grid', () => {
    const down = gridCommand(press('ArrowDown', { ctrlKey: true }))
    const left = gridCommand(press('ArrowLeft', { metaKey: true }))
    expect(down?.do === 'move' && down.rows >= 1_000_000).toBe(true)
    expect(left?.do === 'move' && left.columns <= -1_000_000).toBe(true)
  })
})
