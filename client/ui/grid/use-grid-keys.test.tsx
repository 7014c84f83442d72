// @vitest-environment jsdom
import { cleanup, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import { gridSize, openGrid } from '../../../tests/support/grid-screen.tsx'

beforeEach(async () => {
  await startLocale('en')
  Object.assign(gridSize, { height: 400, width: 500 })
})
afterEach(cleanup)

const TAKEN = false
const LEFT = true

/** A grid whose cell is active and focused. */
const openAt = async (place: string, over: Parameters<typeof openGrid>[0] = {}) => {
  const grid = openGrid(over)
  const [rowId = '', column = ''] = place.split(' ')
  if (rowId === 'header') grid.grid.querySelector<HTMLElement>(`[data-header="${column}"]`)?.focus()
  else grid.press(rowId, Number(column))
  await grid.settle()
  return grid
}
const many = Array.from({ length: 60 }, (_none, index) => `r${index}`)

describe('keys that move', () => {
  it.each([
    ['ArrowDown', {}, 'c 1'],
    ['ArrowUp', {}, 'a 1'],
    ['ArrowLeft', {}, 'b 0'],
    ['ArrowRight', {}, 'b 2'],
    ['ArrowDown', { ctrlKey: true }, 'd 1'],
    ['Home', {}, 'b 0'],
    ['End', {}, 'b 3'],
    ['Home', { ctrlKey: true }, 'a 0'],
    ['End', { ctrlKey: true }, 'd 3'],
    ['PageUp', {}, 'a 1'],
  ])('%s %j', async (key, held, place) => {
    const grid = await openAt('b 1')
    expect(grid.focused()).toBe('b 1')
    expect(grid.key(key, held)).toBe(TAKEN)
    await grid.settle()
    expect([grid.active(), grid.focused()]).toEqual([place, place])
  })

  it('select a range with Shift, and drop it with Escape', async () => {
    const grid = await openAt('b 1')
    expect(grid.key('Escape')).toBe(LEFT)
    grid.key('ArrowDown', { shiftKey: true })
    grid.key('ArrowRight', { shiftKey: true })
    expect(grid.selected()).toEqual(['b 1', 'b 2', 'c 1', 'c 2'])
    expect(grid.key('Escape')).toBe(TAKEN)
    expect([grid.selected(), grid.active()]).toEqual([[], 'c 2'])
  })

  it('go a page less two rows down, at least one row', async () => {
    const grid = await openAt('r0 0', { rowIds: many })
    grid.key('PageDown')
    expect(grid.active()).toBe('r9 0')
    cleanup()
    gridSize.height = 90
    const small = await openAt('r0 0', { rowIds: many })
    small.key('PageDown')
    expect(small.active()).toBe('r1 0')
    cleanup()
    gridSize.height = 145
    const fourRows = await openAt('r0 0', { rowIds: many, rowHeight: 28 })
    fourRows.key('PageDown')
    expect(fourRows.active()).toBe('r3 0')
  })

  it.each([{}, { shiftKey: true }])('leave the grid by Tab from any cell, %j', async (held) => {
    const grid = await openAt('b 1')
    expect([grid.key('Tab', held), grid.active()]).toEqual([LEFT, 'b 1'])
  })

  it('select all cells, with the first one active', async () => {
    const grid = await openAt('c 2')
    expect(grid.key('a', { ctrlKey: true })).toBe(TAKEN)
    expect([grid.selected().length, grid.active()]).toEqual([16, 'a 0'])
  })
})

describe('keys that move rows', () => {
  it('name the neighbour and the side, and do nothing at the end', async () => {
    const onMoveRow = vi.fn<() => void>()
    const grid = await openAt('b 1', { onMoveRow })
    expect(grid.key('ArrowDown', { altKey: true })).toBe(TAKEN)
    grid.key('ArrowUp', { altKey: true })
    expect(onMoveRow.mock.calls).toEqual([
      ['b', { rowId: 'c', side: 'after' }],
      ['b', { rowId: 'a', side: 'before' }],
    ])
    grid.press('a', 0)
    expect(grid.key('ArrowUp', { altKey: true })).toBe(TAKEN)
    expect(onMoveRow).toHaveBeenCalledTimes(2)
    expect(grid.active()).toBe('a 0')
  })
  it('say which row moved and where', async () => {
    const grid = await openAt('b 1', { onMoveRow: () => undefined, rowLabel: ({ name }) => name })
    grid.key('ArrowDown', { altKey: true })
    expect(grid.said()).toBe('B moved below C')
    grid.key('ArrowUp', { altKey: true })
    expect(grid.said()).toBe('B moved above A')
  })
  it('are left alone where rows cannot be moved, and in the header', async () => {
    const grid = await openAt('b 1')
    expect(grid.key('ArrowDown', { altKey: true })).toBe(LEFT)
    cleanup()
    const onMoveRow = vi.fn<() => void>()
    const inHeader = await openAt('header 1', { onMoveRow })
    expect(inHeader.key('ArrowDown', { altKey: true })).toBe(LEFT)
    expect(onMoveRow).not.toHaveBeenCalled()
  })
})

describe('keys that edit', () => {
  it('fill down and clear the range', async () => {
    const grid = await openAt('a 1')
    grid.key('ArrowDown', { shiftKey: true })
    expect(grid.key('d', { ctrlKey: true })).toBe(TAKEN)
    expect(grid.changes).toEqual([[[{ rowId: 'b', columnId: 'note', value: 'note a' }], 'fill']])
    expect(grid.cellOf('b', 1).textContent).toBe('note a')
    expect(grid.key('Delete')).toBe(TAKEN)
    expect(grid.changes[1]).toEqual([
      [
        { rowId: 'a', columnId: 'note', value: null },
        { rowId: 'b', columnId: 'note', value: null },
      ],
      'clear',
    ])
  })
  it('undo and redo through the owner, or leave the key to the browser', async () => {
    const [onUndo, onRedo] = [vi.fn<() => void>(), vi.fn<() => void>()]
    const grid = await openAt('a 1', { onUndo, onRedo })
    expect(grid.key('z', { ctrlKey: true })).toBe(TAKEN)
    expect([onUndo.mock.calls.length, onRedo.mock.calls.length]).toEqual([1, 0])
    expect(grid.key('y', { ctrlKey: true })).toBe(TAKEN)
    expect([onUndo.mock.calls.length, onRedo.mock.calls.length]).toEqual([1, 1])
    grid.change({ onUndo: undefined, onRedo: undefined } as object)
    expect([grid.key('z', { ctrlKey: true }), grid.key('y', { ctrlKey: true })]).toEqual([
      LEFT,
      LEFT,
    ])
  })
  it('Space toggles a checkbox in its cell, and elsewhere checks the row', async () => {
    const onCheckedChange = vi.fn<(checked: ReadonlySet<string>) => void>()
    const checked = new Set(['b'])
    const grid = await openAt('a 3', { onCheckedChange, checked })
    expect(grid.key(' ')).toBe(TAKEN)
    expect(grid.changes).toEqual([[[{ rowId: 'a', columnId: 'met', value: true }], 'type']])
    expect(onCheckedChange).not.toHaveBeenCalled()
    grid.key('Home')
    grid.key(' ')
    expect(onCheckedChange).toHaveBeenLastCalledWith(new Set(['a', 'b']))
    grid.key('ArrowDown')
    grid.key(' ')
    expect(onCheckedChange).toHaveBeenLastCalledWith(new Set())
    expect(checked).toEqual(new Set(['b']))
  })
  it('Space does nothing where rows cannot be checked, and in the header', async () => {
    const grid = await openAt('a 0')
    expect([grid.key(' '), grid.changes]).toEqual([TAKEN, []])
    cleanup()
    const onCheckedChange = vi.fn<() => void>()
    const inHeader = await openAt('header 0', { onCheckedChange })
    expect(inHeader.key(' ')).toBe(TAKEN)
    expect(onCheckedChange).not.toHaveBeenCalled()
  })
  it('Enter edits a cell with its value, toggles a checkbox, and opens a read-only cell', async () => {
    const onOpen = vi.fn<() => void>()
    const grid = await openAt('b 1', { onOpen })
    expect(grid.key('Enter')).toBe(TAKEN)
    expect(grid.editor()?.value).toBe('note b')
    fireEvent.keyDown(grid.editor() as Element, { key: 'Escape' })
    grid.press('b', 3)
    grid.key('Enter')
    expect(grid.changes).toEqual([[[{ rowId: 'b', columnId: 'met', value: true }], 'type']])
    expect(onOpen).not.toHaveBeenCalled()
    grid.press('b', 0)
    grid.key('Enter')
    expect(onOpen.mock.calls).toEqual([['b', 'name']])
    expect(grid.editor()).toBeNull()
  })
  it('a letter opens an empty editor, which gets the key from the browser', async () => {
    const grid = await openAt('b 1')
    expect(grid.key('x')).toBe(LEFT)
    expect(grid.editor()?.value).toBe('')
    expect(document.activeElement).toBe(grid.editor())
  })
  it('a letter in a read-only cell goes nowhere', async () => {
    const grid = await openAt('b 0')
    expect([grid.key('x'), grid.editor(), grid.said()]).toEqual([
      TAKEN,
      null,
      'This cell is read-only',
    ])
  })
  it('letters and F2 in the header are left to the browser', async () => {
    const grid = await openAt('header 1')
    expect([grid.key('x'), grid.key('F2'), grid.said()]).toEqual([LEFT, LEFT, ''])
  })
})

describe('keys that the grid does not use', () => {
  it('go to the owner first, which may take them', async () => {
    const onRowKey = vi.fn<(event: KeyboardEvent, rowId: string) => boolean>((event) =>
      ['n', 'ArrowDown'].includes(event.key),
    )
    const grid = await openAt('b 1', { onRowKey })
    expect(grid.key('n')).toBe(TAKEN)
    expect(grid.editor()).toBeNull()
    grid.key('ArrowDown')
    expect(grid.active()).toBe('b 1')
    expect(onRowKey.mock.calls.map(([event, rowId]) => [event.key, rowId])).toEqual([
      ['n', 'b'],
      ['ArrowDown', 'b'],
    ])
    grid.key('ArrowUp')
    expect(grid.active()).toBe('a 1')
  })
  it('do not go to the owner from the header', async () => {
    const onRowKey = vi.fn<() => boolean>(() => true)
    const grid = await openAt('header 1', { onRowKey })
    grid.key('ArrowRight')
    expect([onRowKey.mock.calls, grid.active()]).toEqual([[], 'header 2'])
  })
  it('are left to the browser', async () => {
    const grid = await openAt('b 1')
    expect([grid.key('F5'), grid.key('c', { ctrlKey: true })]).toEqual([LEFT, LEFT])
  })
  it('move nothing while text is composed, an editor is open, or the key has been used', async () => {
    const grid = await openAt('b 1')
    grid.key('ArrowDown', { isComposing: true })
    expect(grid.active()).toBe('b 1')
    const used = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true })
    used.preventDefault()
    fireEvent(grid.cellOf('b', 1), used)
    expect(grid.active()).toBe('b 1')
    grid.key('F2')
    fireEvent.keyDown(grid.cellOf('a', 0), { key: 'ArrowDown' })
    expect([grid.active(), grid.editor()?.value]).toEqual(['b 1', 'note b'])
  })
})
