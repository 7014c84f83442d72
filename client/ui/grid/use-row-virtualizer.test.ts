// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stubMissing } from '../../../tests/support/screen.tsx'
import type { GridGroup } from './grid-items.ts'
import { gridModel } from './grid-model.ts'
import { createGridStore } from './grid-store.ts'
import { useRowVirtualizer } from './use-row-virtualizer.ts'

const ROW_IDS = Array.from({ length: 40 }, (_, at) => `row ${at}`)
const MODEL = gridModel(ROW_IDS, ['name'])
const group = (id: string, at: number): GridGroup => ({
  ...{ id, at, label: id, count: 20, isFolded: false },
})
/** Headings at the positions 0 and 21. */
const GROUPS = [group('first', 0), group('second', 20)]

let scroller: HTMLElement
beforeEach(() => {
  stubMissing()
  scroller = document.body.appendChild(document.createElement('div'))
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const open = ({ groups = [] as readonly GridGroup[], active = 0, model = MODEL } = {}) => {
  const store = createGridStore()
  store.setModel(model)
  store.moveTo({ row: active, column: 0 })
  let renders = 0
  const { result, rerender } = renderHook(
    (changes: { rowHeight?: number; model?: typeof MODEL }) => {
      renders += 1
      return useRowVirtualizer({
        ...{ store, model, groups, rowHeight: 36, scroller: { current: scroller } },
        ...changes,
      })
    },
    { initialProps: {} },
  )
  const options = () => result.current.options
  const drawn = (startIndex: number, endIndex: number) =>
    options().rangeExtractor({ startIndex, endIndex, overscan: 1, count: options().count })
  return { store, options, drawn, rerender, renders: () => renders }
}

describe('the list of rows', () => {
  it('is drawn a second time, since the first one does not know its scroller', () => {
    const { renders, options } = open()
    expect(renders()).toBe(2)
    expect(options().getScrollElement()).toBe(scroller)
  })

  it('holds each row by its id, under the header of the grid', () => {
    const { options } = open()
    const { count, overscan, scrollMargin, scrollPaddingStart } = options()
    expect({ count, overscan, scrollMargin, scrollPaddingStart }).toEqual({
      ...{ count: 40, overscan: 6, scrollMargin: 34, scrollPaddingStart: 34 },
    })
    const keys = [0, 39, 40].map((index) => options().getItemKey(index))
    expect(keys, 'the last one has just gone').toEqual(['row 0', 'row 39', 40])
  })

  it('has the height of its rows, also once that changes', () => {
    const { options, rerender } = open()
    expect(options().estimateSize(3)).toBe(36)
    rerender({ rowHeight: 28 })
    expect(options().estimateSize(3)).toBe(28)
  })

  it('counts the headings of groups, which have a key and a height of their own', () => {
    const { options } = open({ groups: GROUPS })
    expect(options().count).toBe(42)
    const [keys, heights] = [options().getItemKey, options().estimateSize]
    const places = [0, 1, 20, 21, 22]
    expect(places.map(keys)).toEqual([
      ...['group first', 'row 0', 'row 19', 'group second', 'row 20'],
    ])
    expect(places.map(heights)).toEqual([34, 36, 36, 34, 36])
  })
})

describe('the drawn rows', () => {
  it.each([
    [9, [9, 10, 11, 12, 13]],
    [13, [9, 10, 11, 12, 13]],
    [8, [9, 10, 11, 12, 13, 8]],
    [14, [9, 10, 11, 12, 13, 14]],
    [0, [9, 10, 11, 12, 13, 0]],
    [39, [9, 10, 11, 12, 13, 39]],
    [-1, [9, 10, 11, 12, 13]],
  ])('with the active row %i are %j', (active, indexes) => {
    expect(open({ active }).drawn(10, 12)).toEqual(indexes)
  })

  it('hold the active row below the headings before it', () => {
    expect(open({ active: 0, groups: GROUPS }).drawn(10, 12).at(-1)).toBe(1)
    expect(open({ active: 39, groups: GROUPS }).drawn(10, 12).at(-1)).toBe(41)
  })

  it('follow the active row as it moves', () => {
    const { store, drawn } = open()
    store.moveTo({ row: 30, column: 0 })
    expect(drawn(10, 12).at(-1)).toBe(30)
  })

  it('do not hold an active row that is no longer shown', () => {
    const { options } = open({ active: 39 })
    const range = { startIndex: 0, endIndex: 1, overscan: 0 }
    expect(options().rangeExtractor({ ...range, count: 40 })).toEqual([0, 1, 39])
    expect(options().rangeExtractor({ ...range, count: 39 })).toEqual([0, 1])
  })

  it('follow the rows of a new model', () => {
    const { drawn, rerender } = open({ active: 39 })
    rerender({ model: gridModel(ROW_IDS.toReversed(), ['name']) })
    expect(drawn(10, 12).at(-1)).toBe(0)
  })
})
