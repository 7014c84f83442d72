// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EMPTY_LAYOUT, type GridColumn, type GridLayout } from './grid-types.ts'
import { completeOrder, movedOrder, useColumnModel } from './use-column-model.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const column = (id: string, over: Partial<GridColumn<object>> = {}): GridColumn<object> => ({
  ...{ id, header: id, width: 100, value: () => null },
  ...over,
})
const COLUMNS = [
  column('id', { frozen: true }),
  column('text', { frozen: true, width: 200 }),
  column('a'),
  column('b', { minWidth: 80, maxWidth: 300 }),
  column('c'),
  column('extra', { optional: true }),
]
const layoutOf = (over: Partial<GridLayout>): GridLayout => ({ ...EMPTY_LAYOUT, ...over })

/** The model of a layout whose owner keeps each change. */
const open = (first: Partial<GridLayout> = {}) => {
  const given: GridLayout[] = []
  let layout = layoutOf(first)
  const hook = renderHook(() =>
    useColumnModel(COLUMNS, layout, (next) => {
      given.push(next)
      layout = next
    }),
  )
  return {
    given,
    shown: () => hook.result.current.shown.map(({ id }) => id).join(' '),
    widths: () => hook.result.current.widths,
    order: () => layout.order.join(' '),
    model: () => hook.result.current,
    put: (next: Partial<GridLayout>) => {
      layout = layoutOf(next)
      hook.rerender()
    },
    unmount: hook.unmount,
  }
}

describe('the order of columns', () => {
  it.each([
    ['', 'id text a b c extra'],
    ['c b', 'id text a c extra b'],
    ['b', 'id text a b c extra'],
    ['c id gone a', 'c extra id text a b'],
    ['extra text', 'id extra text a b c'],
  ])('completes “%s” to “%s”', (order, complete) => {
    expect(completeOrder(COLUMNS, order.split(' ').filter(Boolean)).join(' ')).toBe(complete)
  })
  it.each([
    ['a', 1, {}, 'id text b a c extra'],
    ['b', -1, {}, 'id text b a c extra'],
    ['a', -1, {}, 'id text a b c extra'],
    ['c', 1, {}, 'id text a b c extra'],
    ['id', 1, {}, 'text id a b c extra'],
    ['text', 1, {}, 'id text a b c extra'],
    ['a', 1, { hidden: ['b'] }, 'id text b c a extra'],
    ['c', -1, { hidden: ['b'] }, 'id text c a b extra'],
    ['b', 1, { hidden: ['b'] }, 'id text a c b extra'],
    ['c', 1, { shown: ['extra'] }, 'id text a b extra c'],
  ] as const)('moves %s by %i with %j', (columnId, direction, over, order) => {
    const moved = movedOrder(COLUMNS, layoutOf(over), { columnId, direction })
    expect(moved.join(' ')).toBe(order)
  })
})

describe('the columns of a grid', () => {
  it('are those that the person shows, the frozen ones first', () => {
    const grid = open({ order: ['c', 'id', 'text', 'a', 'b'] })
    expect(grid.shown()).toBe('id text c a b')
    expect(grid.widths()).toEqual([100, 200, 100, 100, 100])
    grid.put({ hidden: ['a', 'id'], shown: ['extra'] })
    expect(grid.shown()).toBe('text b c extra')
    grid.put({ order: ['c', 'text', 'c', 'id'] })
    expect(grid.shown()).toBe('text id c a b')
  })
  it('move, and are placed before another one or last', () => {
    const grid = open({ hidden: ['x'] })
    act(() => grid.model().move('a', 1))
    expect(grid.given).toEqual([
      layoutOf({ hidden: ['x'], order: ['id', 'text', 'b', 'a', 'c', 'extra'] }),
    ])
    cleanup()
    const placed = open({ hidden: ['x'] })
    placed.model().place('c', 'a')
    expect(placed.order()).toBe('id text c a b extra')
    expect(placed.given[0]?.hidden).toEqual(['x'])
    placed.put({})
    placed.model().place('a', null)
    expect(placed.order()).toBe('id text b c extra a')
    placed.put({})
    placed.model().place('a', 'gone')
    expect(placed.order()).toBe('id text b c extra a')
    placed.put({})
    placed.model().place('c', 'id')
    expect(placed.order()).toBe('c id text a b extra')
  })
})

describe('the widths of columns', () => {
  it('begin with those that the person has set', () => {
    const grid = open({ widths: { a: 150 } })
    expect(grid.widths()).toEqual([100, 200, 150, 100, 100])
    vi.advanceTimersByTime(1_000)
    expect(grid.given).toEqual([])
  })
  it.each([
    ['a', 47.6, 48],
    ['a', 10, 48],
    ['a', 1_200, 1_200],
    ['a', 1_201, 1_200],
    ['b', 79, 80],
    ['b', 301, 300],
    ['b', 120.4, 120],
  ])('%s set to %d px has %i px', (id, width, result) => {
    const grid = open()
    act(() => grid.model().setWidth(id, width))
    expect(grid.widths()[id === 'a' ? 2 : 3]).toBe(result)
  })
  it('are given to the owner once the person has stopped, with the other settings', () => {
    const grid = open({ hidden: ['c'], widths: { id: 60 } })
    act(() => grid.model().setWidth('a', 150))
    act(() => void vi.advanceTimersByTime(299))
    expect(grid.given).toEqual([])
    act(() => grid.model().setWidth('b', 160))
    act(() => void vi.advanceTimersByTime(299))
    expect(grid.given).toEqual([])
    act(() => void vi.advanceTimersByTime(1))
    expect(grid.given).toEqual([layoutOf({ hidden: ['c'], widths: { id: 60, a: 150, b: 160 } })])
    act(() => void vi.advanceTimersByTime(1_000))
    expect(grid.given).toHaveLength(1)
  })
  it('are not given once the grid is gone', () => {
    const grid = open()
    act(() => grid.model().setWidth('a', 150))
    grid.unmount()
    vi.advanceTimersByTime(1_000)
    expect(grid.given).toEqual([])
  })
  it('follow the owner', () => {
    const grid = open({ widths: { a: 150 } })
    grid.put({ widths: { a: 170 } })
    expect(grid.widths()[2]).toBe(170)
    grid.put({ widths: { b: 170 } })
    expect(grid.widths().slice(2)).toEqual([100, 170, 100])
    grid.put({ widths: {} })
    expect(grid.widths()).toEqual([100, 200, 100, 100, 100])
    vi.advanceTimersByTime(1_000)
    expect(grid.given).toEqual([])
  })
})
