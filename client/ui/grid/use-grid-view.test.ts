// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EMPTY_LAYOUT, type GridColumn, type GridLayout, type GridProps } from './grid-types.ts'
import { useGridView } from './use-grid-view.ts'

const screen = {
  matching: [] as string[],
  told: new Set<() => void>(),
  asked: new Set<string>(),
  measure: () => undefined as void,
}
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(measure: () => void) {
        screen.measure = measure
      }
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  screen.matching = []
  screen.told.clear()
  screen.asked.clear()
  vi.stubGlobal('matchMedia', (query: string) => {
    screen.asked.add(query)
    return {
      matches: screen.matching.some((part) => query.includes(part)),
      addEventListener: (_type: string, tell: () => void) => screen.told.add(tell),
      removeEventListener: (_type: string, tell: () => void) => screen.told.delete(tell),
    }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const column = (id: string, frozen = false): GridColumn<object> => ({
  ...{ id, header: id, width: 200, frozen, value: () => null },
})
const COLUMNS = [column('id', true), column('a'), column('text')]
const NARROW = { lead: 'text', last: ['id'] }
const view = (over: Partial<GridProps<object>> = {}) =>
  renderHook(() =>
    useGridView({
      ...{ label: 'Grid', rowIds: ['x', 'y'], columns: COLUMNS, layout: EMPTY_LAYOUT },
      ...{ useRow: () => undefined, readRow: () => undefined, onLayoutChange: () => undefined },
      ...over,
    }),
  )

it('a wide grid shows its columns in their order, with rows of 36 px', () => {
  const { model, geometry, rowHeight, isNarrow, isCheckable } = view({ narrow: NARROW }).result
    .current
  expect(model.columnIds).toEqual(['id', 'a', 'text'])
  expect(model.rowIds).toEqual(['x', 'y'])
  expect(geometry).toEqual({ lead: 0, widths: [200, 200, 200], frozenCount: 1 })
  expect([rowHeight, isNarrow, isCheckable]).toEqual([36, false, false])
  expect([...screen.asked]).toEqual([
    '(max-width: 767px)',
    '(pointer: coarse)',
    '(max-height: 480px)',
  ])
})

it('a grid whose rows can be checked begins with 36 px for the checkbox, 44 px for a finger', () => {
  const { geometry, isCheckable } = view({ onCheckedChange: () => undefined }).result.current
  expect([geometry.lead, isCheckable]).toEqual([36, true])
  screen.matching = ['coarse']
  expect(view({ onCheckedChange: () => undefined }).result.current.geometry.lead).toBe(44)
})

it('a narrow grid freezes only its text, and its rows fit three lines', () => {
  screen.matching = ['max-width']
  const { model, geometry, rowHeight, isNarrow } = view({ narrow: NARROW, rowHeight: 28 }).result
    .current
  expect(model.columnIds).toEqual(['text', 'a', 'id'])
  expect(geometry).toEqual({ lead: 0, widths: [150, 200, 200], frozenCount: 1 })
  expect([rowHeight, isNarrow]).toEqual([46, true])
})

it('rows are lower on a narrow and low screen, and at least 44 px high for a finger', () => {
  screen.matching = ['max-width', 'max-height']
  expect(view({ narrow: NARROW, rowHeight: 28 }).result.current.rowHeight).toBe(36)
  screen.matching = ['max-height']
  expect(view({ narrow: NARROW, rowHeight: 28 }).result.current.rowHeight).toBe(28)
  screen.matching = ['coarse']
  expect(view({ rowHeight: 28 }).result.current.rowHeight).toBe(44)
  expect(view({ rowHeight: 48 }).result.current.rowHeight).toBe(48)
})

it('a grid without an order for narrow screens is the same on them', () => {
  screen.matching = ['max-width']
  const { model, rowHeight, isNarrow } = view({ rowHeight: 28 }).result.current
  expect([model.columnIds, rowHeight, isNarrow]).toEqual([['id', 'a', 'text'], 28, false])
})

it('follows the screen while it is shown', () => {
  const { result, unmount } = view({ narrow: NARROW })
  const before = result.current.model
  screen.matching = ['max-width']
  act(() => screen.told.forEach((tell) => tell()))
  expect(result.current.isNarrow).toBe(true)
  expect(result.current.model).not.toBe(before)
  unmount()
  expect(screen.told.size).toBe(0)
})

it('keeps its model until rows or columns change', () => {
  const rowIds = ['x', 'y']
  const { result, rerender } = view({ rowIds })
  const before = result.current.model
  rerender()
  expect(result.current.model).toBe(before)
})

it('columns and rows grow with text that the browser enlarges alone', () => {
  let em = 13
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(() => em * 10)
  const changed = vi.fn<(layout: GridLayout) => void>()
  const { result } = view({ rowHeight: 36, onLayoutChange: changed })
  const sizes = () => [result.current.geometry.widths[0], result.current.rowHeight]
  expect(sizes()).toEqual([200, 36])
  em = 26
  act(screen.measure)
  expect(sizes()).toEqual([400, 56])
  act(() => result.current.columns.setWidth('id', 600))
  expect(sizes()).toEqual([600, 56])
  em = 13
  act(screen.measure)
  expect(sizes()).toEqual([300, 36])
})
