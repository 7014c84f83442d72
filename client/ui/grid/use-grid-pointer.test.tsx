// @vitest-environment jsdom
import { cleanup, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import { REST_MS } from './long-press.ts'
import { NEED_COLUMNS, openGrid, pointer } from '../../../tests/support/grid-screen.tsx'

beforeEach(() => startLocale('en'))
afterEach(cleanup)

/** A tap on a touch screen. */
const tap = (target: Element): void => {
  pointer('pointerdown', target, { pointerType: 'touch', buttons: 1 })
  pointer('click', target, { pointerType: 'touch' })
}

describe('the mouse', () => {
  it('activates the pressed cell', () => {
    const grid = openGrid()
    expect(pointer('pointerdown', grid.cellOf('c', 2), { buttons: 1 }).defaultPrevented).toBe(false)
    expect([grid.active(), grid.selected()]).toEqual(['c 2', []])
  })
  it('extends the range with Shift, and selects no text', () => {
    const grid = openGrid()
    grid.press('b', 1)
    const event = pointer('pointerdown', grid.cellOf('c', 2), { shiftKey: true })
    expect(event.defaultPrevented).toBe(true)
    expect(grid.selected()).toEqual(['b 1', 'b 2', 'c 1', 'c 2'])
  })
  it('activates nothing with another button, beside the cells and on a link', () => {
    const columns = NEED_COLUMNS.map((column) =>
      column.id === 'name' ? { ...column, render: () => <a href="#x">Open</a> } : column,
    )
    const grid = openGrid({ columns })
    grid.press('b', 1)
    pointer('pointerdown', grid.cellOf('c', 2), { button: 2, buttons: 2 })
    pointer('pointerdown', grid.grid, { buttons: 1 })
    pointer('pointerdown', grid.cellOf('c', 0).querySelector('a') as Element, { buttons: 1 })
    expect(grid.active()).toBe('b 1')
  })
  it('drags a range while its main button is held', () => {
    const grid = openGrid()
    pointer('pointerdown', grid.cellOf('b', 1), { buttons: 1 })
    pointer('pointermove', grid.cellOf('b', 1), { buttons: 1 })
    expect(grid.selected()).toEqual([])
    pointer('pointermove', grid.cellOf('b', 2), { buttons: 1 })
    expect(grid.selected()).toEqual(['b 1', 'b 2'])
    pointer('pointermove', grid.cellOf('c', 2), { buttons: 3 })
    expect(grid.selected()).toEqual(['b 1', 'b 2', 'c 1', 'c 2'])
    pointer('pointermove', grid.grid, { buttons: 1 })
    pointer('pointerup', grid.cellOf('c', 2))
    pointer('pointermove', grid.cellOf('d', 3), { buttons: 1 })
    expect(grid.selected()).toEqual(['b 1', 'b 2', 'c 1', 'c 2'])
  })
  it('ends a drag whose button was let go outside the window', () => {
    const grid = openGrid()
    pointer('pointerdown', grid.cellOf('b', 1), { buttons: 1 })
    pointer('pointermove', grid.cellOf('c', 1), { buttons: 2 })
    pointer('pointermove', grid.cellOf('d', 1), { buttons: 1 })
    expect(grid.selected()).toEqual([])
  })
  it('does not drag before a cell was pressed', () => {
    const grid = openGrid()
    pointer('pointermove', grid.cellOf('c', 1), { buttons: 1 })
    expect([grid.active(), grid.selected()]).toEqual(['a 0', []])
  })
  it('does not drag from beside the cells, nor while an editor is open', () => {
    const grid = openGrid()
    pointer('pointerdown', grid.grid, { buttons: 1 })
    pointer('pointermove', grid.cellOf('c', 1), { buttons: 1 })
    expect([grid.active(), grid.selected()]).toEqual(['a 0', []])
    pointer('pointerdown', grid.cellOf('b', 1), { buttons: 1 })
    grid.key('F2')
    pointer('pointermove', grid.cellOf('c', 1), { buttons: 1 })
    expect(grid.selected()).toEqual([])
  })
  it('toggles a checkbox that it presses', () => {
    const grid = openGrid()
    pointer('pointerdown', grid.cellOf('b', 3).querySelector('[data-tick]') as Element)
    expect(grid.active()).toBe('b 3')
    expect(grid.changes).toEqual([[[{ rowId: 'b', columnId: 'met', value: true }], 'type']])
    grid.press('c', 3)
    expect(grid.changes).toHaveLength(1)
  })
  it('commits an open editor before it activates another cell', () => {
    const grid = openGrid()
    grid.press('b', 1)
    grid.key('F2')
    fireEvent.input(grid.editor() as Element, { target: { value: 'other' } })
    grid.press('c', 2)
    expect(grid.changes).toEqual([[[{ rowId: 'b', columnId: 'note', value: 'other' }], 'type']])
    expect([grid.active(), grid.editor()]).toEqual(['c 2', null])
  })
  it('leaves an editor open that it presses', () => {
    const grid = openGrid()
    grid.press('b', 1)
    grid.key('F2')
    pointer('pointerdown', grid.editor() as Element, { buttons: 1 })
    fireEvent.doubleClick(grid.editor() as Element)
    expect([grid.editor()?.value, grid.changes]).toEqual(['note b', []])
  })
  it('edits a cell by a second click on it only if it is a double click', () => {
    const grid = openGrid()
    grid.press('b', 1)
    grid.press('b', 1)
    expect(grid.editor()).toBeNull()
    fireEvent.doubleClick(grid.cellOf('b', 1))
    expect(grid.editor()?.value).toBe('note b')
    expect(grid.editor()?.selectionStart).toBe('note b'.length)
  })
  it('opens a read-only cell by a double click, but no button, checkbox or empty place', () => {
    const onOpen = vi.fn<() => void>()
    const columns = NEED_COLUMNS.map((column) =>
      column.id === 'percent'
        ? { ...column, editor: undefined, render: () => <button type="button">More</button> }
        : column,
    ) as typeof NEED_COLUMNS
    const grid = openGrid({ columns, onOpen })
    grid.press('c', 0)
    fireEvent.doubleClick(grid.cellOf('c', 0))
    expect(onOpen.mock.calls).toEqual([['c', 'name']])
    expect(grid.editor()).toBeNull()
    fireEvent.doubleClick(grid.cellOf('c', 2).querySelector('button') as Element)
    grid.press('c', 3)
    fireEvent.doubleClick(grid.cellOf('c', 3).querySelector('[data-tick]') as Element)
    fireEvent.doubleClick(grid.grid)
    expect(onOpen).toHaveBeenCalledOnce()
  })
})

describe('touch', () => {
  it('activates by a tap and not by the beginning of a scroll', () => {
    const grid = openGrid()
    pointer('pointerdown', grid.cellOf('c', 2), { pointerType: 'touch', buttons: 1 })
    expect(grid.active()).toBe('a 0')
    tap(grid.cellOf('c', 2))
    expect([grid.active(), grid.editor()]).toEqual(['c 2', null])
  })
  it('edits the active cell by a second tap, with the whole value selected', () => {
    const grid = openGrid()
    tap(grid.cellOf('c', 1))
    tap(grid.cellOf('b', 1))
    tap(grid.cellOf('b', 2))
    expect(grid.editor()).toBeNull()
    tap(grid.cellOf('b', 1))
    tap(grid.cellOf('b', 1))
    const editor = grid.editor()
    expect([editor?.value, editor?.selectionStart, editor?.selectionEnd]).toEqual(['note b', 0, 6])
  })
  it('does not count the click of a mouse', () => {
    const grid = openGrid()
    pointer('click', grid.cellOf('c', 1))
    expect(grid.active()).toBe('a 0')
  })
})

describe('a long press', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const openHeld = () => {
    const given: string[][] = []
    const grid = openGrid({
      checked: new Set<string>(),
      onCheckedChange: (checked) => {
        given.push([...checked].toSorted())
        grid.change({ checked })
      },
    })
    const touch = (
      type: string,
      rowId: string,
      place: { clientX?: number; clientY?: number } = {},
    ) => pointer(type, grid.cellOf(rowId, 1), { pointerType: 'touch', buttons: 1, ...place })
    return { grid, given, touch }
  }
  it('checks the row and then another one, and neither edits nor activates a cell', () => {
    const { grid, given, touch } = openHeld()
    for (const rowId of ['b', 'd']) {
      touch('pointerdown', rowId)
      vi.advanceTimersByTime(REST_MS)
      touch('pointerup', rowId)
      touch('click', rowId)
    }
    expect(given).toEqual([['b'], ['b', 'd']])
    expect([grid.active(), grid.editor()]).toEqual(['a 0', null])
  })
  it('keeps the menu of the browser closed, and a mouse keeps it', () => {
    const { touch } = openHeld()
    expect(touch('contextmenu', 'b').defaultPrevented).toBe(false)
    touch('pointerdown', 'b')
    expect(touch('contextmenu', 'b').defaultPrevented).toBe(true)
  })
  it('does nothing after a scroll, a lifted finger or a tap', () => {
    const { given, touch, grid } = openHeld()
    touch('pointerdown', 'b')
    touch('pointermove', 'b', { clientY: 11 })
    vi.advanceTimersByTime(REST_MS)
    touch('pointerdown', 'b')
    touch('pointercancel', 'b')
    vi.advanceTimersByTime(REST_MS)
    touch('pointerdown', 'b')
    touch('pointerup', 'b')
    touch('click', 'b')
    vi.advanceTimersByTime(REST_MS)
    expect(given).toEqual([])
    expect(grid.active()).toBe('b 1')
  })
  it('lets a finger slip a little', () => {
    const { given, touch } = openHeld()
    touch('pointerdown', 'c')
    touch('pointermove', 'c', { clientX: 6, clientY: 6 })
    vi.advanceTimersByTime(REST_MS)
    expect(given).toEqual([['c']])
  })
})

describe('checkboxes of rows', () => {
  const openChecked = (first: readonly string[] = []) => {
    const given: string[][] = []
    const grid = openGrid({
      checked: new Set(first),
      onCheckedChange: (checked) => {
        given.push([...checked].toSorted())
        grid.change({ checked })
      },
    })
    const box = (rowId: string) =>
      grid.grid.querySelector(`[data-row="${rowId}"] [data-check]`) as Element
    return { grid, given, box, click: (id: string, held = {}) => pointer('click', box(id), held) }
  }
  it('check and uncheck one row, and activate nothing', () => {
    const { grid, given, click, box } = openChecked(['d'])
    pointer('pointerdown', box('b'), { buttons: 1 })
    click('b')
    click('d')
    expect(given).toEqual([['b', 'd'], ['b']])
    expect([box('b'), box('d')].map((one) => one.firstElementChild?.ariaChecked)).toEqual([
      'true',
      'false',
    ])
    expect(grid.active()).toBe('a 0')
  })
  it('check all rows from the last one with Shift, in both directions', () => {
    const { given, click } = openChecked()
    click('b')
    click('d', { shiftKey: true })
    expect(given.at(-1)).toEqual(['b', 'c', 'd'])
    click('c', { shiftKey: true })
    expect(given.at(-1)).toEqual(['b'])
    click('a', { shiftKey: true })
    expect(given.at(-1)).toEqual(['a', 'b', 'c'])
  })
  it('check from the first row on', () => {
    const { given, click } = openChecked()
    click('a')
    click('c', { shiftKey: true })
    expect(given.at(-1)).toEqual(['a', 'b', 'c'])
  })
  it('check one row with Shift if no other was clicked, or it is no longer shown', () => {
    const { grid, given, click } = openChecked()
    click('c', { shiftKey: true })
    expect(given.at(-1)).toEqual(['c'])
    grid.change({ rowIds: ['a', 'b', 'd'] })
    click('d', { shiftKey: true })
    expect(given.at(-1)).toEqual(['c', 'd'])
  })
  it('belong to no cell: the first column stays the first', () => {
    const { grid } = openChecked()
    grid.press('b', 0)
    expect(grid.active()).toBe('b 0')
    expect(grid.cellOf('b', 0).getAttribute('aria-colindex')).toBe('2')
  })
})

describe('hovering', () => {
  it('shows the whole text of a cell that cuts it off, and keeps a title that it has', () => {
    const grid = openGrid()
    const cell = grid.cellOf('b', 1)
    const cut = (element: Element, scroll: number, client: number): void => {
      Object.defineProperties(element, {
        scrollWidth: { value: scroll, configurable: true },
        clientWidth: { value: client, configurable: true },
        innerText: { value: element.textContent, configurable: true },
      })
    }
    cut(cell, 100, 100)
    pointer('pointerover', cell)
    expect(cell.title).toBe('')
    cut(cell, 101, 100)
    pointer('pointerover', cell)
    expect(cell.title).toBe('note b')
    cell.title = 'Locked'
    pointer('pointerover', cell)
    expect(cell.title).toBe('Locked')
    pointer('pointerover', grid.grid)
    expect(grid.grid.title).toBe('')
  })
})
