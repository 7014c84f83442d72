// @vitest-environment jsdom
import { act, cleanup, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import { gridSize, NEED_COLUMNS, openGrid } from '../../../tests/support/grid-screen.tsx'
import type { GridHandle } from './grid-types.ts'

beforeEach(async () => {
  await startLocale('en')
  Object.assign(gridSize, { height: 400, width: 500 })
})
afterEach(cleanup)

const many = Array.from({ length: 100 }, (_none, index) => `r${index}`)
const HEADER = 34
const ROW = 36
/** Rows that lie outside the visible part and are drawn all the same, at each end. */
const BESIDE = 6

const openMany = (over: Parameters<typeof openGrid>[0] = {}) => {
  const handle: { current: GridHandle | null } = { current: null }
  const grid = openGrid({ rowIds: many, handle, ...over })
  return {
    ...grid,
    drawn: () =>
      [...grid.grid.querySelectorAll<HTMLElement>('[data-row]')].map(({ dataset }) => dataset.row),
    topOf: (rowId: string) =>
      grid.grid.querySelector<HTMLElement>(`[data-row="${rowId}"]`)?.style.transform,
    go: (rowId: string, columnId?: string) => act(() => handle.current?.focus(rowId, columnId)),
    reveal: (rowId: string) => act(() => handle.current?.reveal(rowId)),
    scroll: (top: number) => act(() => grid.grid.scrollTo({ top })),
    focusedBy: (place: string) => vi.waitFor(() => expect(grid.focused()).toBe(place)),
  }
}

describe('the rows that are drawn', () => {
  it('are those that can be seen and some beside them, each at its place', () => {
    const grid = openMany()
    expect(grid.drawn()).toEqual(many.slice(0, Math.ceil((400 - HEADER) / ROW) + BESIDE))
    expect([grid.topOf('r0'), grid.topOf('r3')]).toEqual(['translateY(0px)', 'translateY(108px)'])
    const body = grid.grid.querySelectorAll<HTMLElement>('[role=rowgroup]')[1]
    expect(body?.style.height).toBe(`${100 * ROW}px`)
  })
  it('include the active one wherever the person scrolls to', () => {
    const grid = openMany()
    grid.press('r2', 1)
    grid.scroll(2_000)
    const drawn = grid.drawn()
    expect(drawn).toContain('r2')
    expect(drawn.filter((id) => id === 'r2')).toHaveLength(1)
    expect(drawn).not.toContain('r3')
    expect(drawn).toContain('r54')
    grid.scroll(0)
    expect(grid.drawn().filter((id) => id === 'r2')).toHaveLength(1)
    grid.press('r0', 1)
    grid.scroll(2_000)
    expect(grid.drawn()).toContain('r0')
  })
  it('include an active one below them too, and no row for the header', async () => {
    const grid = openMany()
    grid.go('r90')
    await grid.focusedBy('r90 0')
    grid.scroll(0)
    expect(grid.drawn().at(-1)).toBe('r90')
    expect(grid.drawn().at(-2)).not.toBe('r89')
    act(() => grid.grid.querySelector<HTMLElement>('[data-header="1"]')?.focus())
    grid.scroll(1_000)
    expect(grid.drawn()).not.toContain('r90')
    expect(grid.drawn()).not.toContain('r0')
  })
  it('have headings of their own height between them', () => {
    const groups = [
      { id: 'x', label: 'First', count: 2, at: 0, isFolded: false },
      { id: 'y', label: 'Second', count: 9, at: 2, isFolded: false },
    ]
    const onFold = vi.fn<() => void>()
    const grid = openMany({ groups, onFold })
    expect([grid.topOf('r0'), grid.topOf('r2')]).toEqual([
      `translateY(${HEADER}px)`,
      `translateY(${HEADER * 2 + ROW * 2}px)`,
    ])
    const heading = grid.view.getByRole('button', { name: /Second/ })
    expect(heading.getAttribute('aria-expanded')).toBe('true')
    fireEvent.click(heading)
    expect(onFold.mock.calls).toEqual([['y']])
  })
})

describe('a cell that the owner goes to', () => {
  it('is scrolled to and focused, in the first column without one that exists', async () => {
    const grid = openMany()
    grid.go('r50', 'percent')
    await grid.focusedBy('r50 2')
    expect(grid.grid.scrollTop).toBe(HEADER + 51 * ROW - 400)
    grid.go('r10')
    await grid.focusedBy('r10 0')
    expect(grid.grid.scrollTop).toBe(10 * ROW)
    grid.go('r11', 'gone')
    await grid.focusedBy('r11 0')
    grid.go('r12', 'note')
    await grid.focusedBy('r12 1')
    grid.go('r0', 'note')
    await grid.focusedBy('r0 1')
    expect(grid.grid.scrollTop).toBe(0)
  })
  it('is nothing where the row is not shown', () => {
    const grid = openMany()
    grid.press('r2', 1)
    grid.scroll(1_000)
    grid.go('gone')
    grid.reveal('gone')
    expect([grid.active(), grid.grid.scrollTop]).toEqual(['r2 1', 1_000])
  })
  it('may be shown only: the active cell and the focus stay', async () => {
    const grid = openMany()
    grid.press('r2', 1)
    await grid.settle()
    grid.reveal('r50')
    expect(grid.grid.scrollTop).toBe(HEADER + 51 * ROW - 400)
    expect(grid.drawn()).toContain('r50')
    expect([grid.active(), grid.focused()]).toEqual(['r2 1', 'r2 1'])
    grid.reveal('r0')
    expect(grid.grid.scrollTop).toBe(0)
  })
  it('takes the focus of the grid at once, so that a key pressed before it is drawn is kept', async () => {
    const grid = openMany()
    grid.press('r2', 1)
    await grid.settle()
    grid.key('End', { ctrlKey: true })
    await grid.settle()
    expect(grid.grid.contains(document.activeElement)).toBe(true)
    await grid.focusedBy('r99 3')
  })
  it('loses the focus to an editor that opens', async () => {
    const grid = openMany()
    grid.press('r2', 1)
    grid.key('F2')
    await grid.settle()
    expect(document.activeElement).toBe(grid.editor())
  })
  it('is in the header after the first row', async () => {
    const grid = openMany()
    grid.press('r0', 1)
    await grid.settle()
    grid.key('ArrowUp')
    await grid.settle()
    expect([grid.active(), grid.focused()]).toEqual(['header 1', 'header 1'])
    grid.key('ArrowDown')
    await grid.settle()
    expect(grid.focused()).toBe('r0 1')
  })
})

describe('scrolling aside', () => {
  const frozen = NEED_COLUMNS.map((column) => ({ ...column, frozen: column.id === 'name' }))
  const openNarrow = async (width = 300, over: Parameters<typeof openGrid>[0] = {}) => {
    gridSize.width = width
    const grid = openGrid({ columns: frozen, ...over })
    grid.press('b', 0)
    await grid.settle()
    return { ...grid, aside: () => grid.grid.scrollLeft }
  }
  it('goes just so far that the active cell is seen beside the frozen columns', async () => {
    const grid = await openNarrow()
    grid.key('ArrowRight')
    expect(grid.aside()).toBe(0)
    grid.key('ArrowRight')
    expect(grid.aside()).toBe(60)
    grid.key('ArrowRight')
    expect(grid.aside()).toBe(220)
    grid.key('ArrowLeft')
    expect(grid.aside()).toBe(120)
    grid.key('ArrowLeft')
    expect(grid.aside()).toBe(0)
  })
  it('shows the beginning of a cell that is wider than the grid', async () => {
    const grid = await openNarrow(220)
    grid.key('End')
    expect(grid.aside()).toBe(260)
  })
  it('counts the column of checkboxes', async () => {
    const grid = await openNarrow(300, { onCheckedChange: () => undefined })
    grid.key('End')
    expect(grid.aside()).toBe(256)
    grid.key('ArrowLeft')
    expect(grid.aside()).toBe(120)
  })
  it('goes back to the start for a frozen column, and not for another row in it', async () => {
    const grid = await openNarrow()
    grid.key('End')
    grid.key('Home')
    expect(grid.aside()).toBe(0)
    grid.grid.scrollLeft = 90
    grid.key('ArrowDown')
    expect(grid.aside()).toBe(90)
    grid.key('ArrowRight')
    expect(grid.aside()).toBe(0)
  })
})

describe('what the owner hears', () => {
  it('is the focused row, once, and none when the focus leaves the grid', async () => {
    const onActiveRow = vi.fn<(rowId: string | null) => void>()
    const grid = openGrid({ onActiveRow })
    const told = () => onActiveRow.mock.calls.flat()
    grid.press('b', 0)
    await grid.settle()
    expect(told()).toEqual(['b'])
    grid.key('ArrowRight')
    await grid.settle()
    grid.key('ArrowDown')
    await grid.settle()
    expect(told()).toEqual(['b', 'c'])
    grid.press('d', 1)
    await grid.settle()
    expect(told()).toEqual(['b', 'c', 'd'])
    act(() => (document.activeElement as HTMLElement).blur())
    expect(told()).toEqual(['b', 'c', 'd', null])
    act(() => grid.grid.querySelector<HTMLElement>('[data-header="0"]')?.focus())
    expect(told()).toEqual(['b', 'c', 'd', null])
  })
  it('is the row of a key, even before the focus has moved', () => {
    const onActiveRow = vi.fn<(rowId: string | null) => void>()
    const grid = openGrid({ onActiveRow })
    grid.press('b', 0)
    fireEvent.keyUp(grid.grid, { key: 'x' })
    expect(onActiveRow.mock.calls).toEqual([['b']])
  })
  it('are the rows of a range, each time they change', () => {
    const onRangeRows = vi.fn<(rowIds: readonly string[]) => void>()
    const grid = openGrid({ onRangeRows, rowIds: [...'abcdef'] })
    const taken = () => onRangeRows.mock.calls.splice(0).map(([ids]) => ids.join(''))
    const drag = (rowId: string, column: number) => grid.press(rowId, column, { shiftKey: true })
    grid.press('b', 0)
    drag('b', 2)
    expect(taken()).toEqual([])
    drag('c', 2)
    drag('c', 3)
    expect(taken()).toEqual(['bc'])
    drag('d', 3)
    drag('a', 3)
    expect(taken()).toEqual(['bcd', 'ab'])
    grid.press('c', 0)
    expect(taken()).toEqual([''])
    drag('d', 0)
    drag('b', 0)
    drag('e', 0)
    expect(taken()).toEqual(['cd', 'bc', 'cde'])
    grid.press('a', 0)
    drag('b', 0)
    expect(taken()).toEqual(['', 'ab'])
    grid.press('f', 0)
    drag('e', 0)
    drag('d', 0)
    expect(taken()).toEqual(['', 'ef', 'def'])
  })
  it('are no rows of a range that begins in the header', async () => {
    const onRangeRows = vi.fn<(rowIds: readonly string[]) => void>()
    const grid = openGrid({ onRangeRows })
    act(() => grid.grid.querySelector<HTMLElement>('[data-header="0"]')?.focus())
    grid.key('ArrowDown', { shiftKey: true })
    await grid.settle()
    grid.key('ArrowDown', { shiftKey: true })
    expect(grid.active()).toBe('b 0')
    expect(onRangeRows.mock.calls).toEqual([])
  })
})
