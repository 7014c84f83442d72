// @vitest-environment jsdom
import type { Virtualizer } from '@tanstack/react-virtual'
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useKeepActive } from './use-keep-active.ts'
import { useRowHeights } from './use-row-virtualizer.ts'

/** The observers of sizes that are at work, by what they observe. */
const observed = new Map<Element, () => void>()

beforeEach(() => {
  observed.clear()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly told: () => void
      private readonly seen: Element[] = []
      constructor(told: () => void) {
        this.told = told
      }
      observe(element: Element): void {
        this.seen.push(element)
        observed.set(element, this.told)
      }
      disconnect(): void {
        for (const element of this.seen) observed.delete(element)
      }
    },
  )
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const elements = () => {
  const scroller = document.createElement('div')
  const body = document.createElement('div')
  const cell = document.createElement('button')
  body.append(cell)
  scroller.append(body)
  const outside = document.createElement('button')
  document.body.append(scroller, outside)
  return { scroller, body, cell, outside }
}

describe('a revealed active row', () => {
  const open = ({ hasElements = true } = {}) => {
    const parts = elements()
    const scrolled: unknown[] = []
    const virtualizer = {
      scrollToIndex: (...call: unknown[]) => scrolled.push(call),
    } as unknown as Virtualizer<HTMLElement, Element>
    const now = { active: 7 }
    const fixed = {
      virtualizer,
      scroller: { current: hasElements ? parts.scroller : null },
      body: { current: hasElements ? parts.body : null },
      placeOfActive: () => now.active,
    }
    const hook = renderHook(({ rowIds }) => useKeepActive({ ...fixed, rowIds }), {
      initialProps: { rowIds: ['a'] },
    })
    parts.cell.focus()
    return {
      ...parts,
      now,
      unmount: hook.unmount,
      note: (place: number) => hook.result.current(place),
      change: () => hook.rerender({ rowIds: ['b'] }),
      grow: () => observed.get(parts.body)?.(),
      scrolls: () => scrolled.splice(0),
    }
  }
  const TO_7 = [[7, { align: 'auto' }]]

  it('stays in view when rows change or grow', () => {
    const grid = open()
    expect(grid.scrolls()).toEqual([])
    grid.note(7)
    grid.change()
    expect(grid.scrolls()).toEqual(TO_7)
    grid.grow()
    expect(grid.scrolls()).toEqual(TO_7)
    grid.now.active = 0
    grid.grow()
    expect(grid.scrolls()).toEqual([[0, { align: 'auto' }]])
  })
  it('is not one that was not revealed, nor another row, nor the header', () => {
    const grid = open()
    grid.change()
    grid.grow()
    grid.note(6)
    grid.grow()
    expect(grid.scrolls()).toEqual([])
    grid.note(7)
    grid.note(3)
    grid.grow()
    expect(grid.scrolls()).toEqual([])
    grid.note(7)
    grid.now.active = -1
    grid.grow()
    expect(grid.scrolls()).toEqual([])
  })
  it.each(['wheel', 'touchmove', 'pointerdown'])('is left alone after %s', (type) => {
    const grid = open()
    grid.note(7)
    grid.scroller.dispatchEvent(new Event(type))
    grid.grow()
    grid.change()
    expect(grid.scrolls()).toEqual([])
  })
  it('is left alone from a change of rows without the focus on', () => {
    const grid = open()
    grid.note(7)
    grid.outside.focus()
    grid.grow()
    expect(grid.scrolls()).toEqual([])
    grid.change()
    grid.cell.focus()
    grid.grow()
    expect(grid.scrolls()).toEqual([])
  })
  it('stays in view while the focus is on the page, before its cell is drawn', () => {
    const grid = open()
    grid.note(7)
    grid.cell.blur()
    grid.grow()
    expect(grid.scrolls()).toEqual(TO_7)
  })
  it('is observed no longer once the grid is gone', () => {
    const grid = open()
    const removed = vi.spyOn(grid.scroller, 'removeEventListener')
    grid.unmount()
    expect(observed.size).toBe(0)
    expect(removed.mock.calls.map(([type]) => type)).toEqual(['wheel', 'touchmove', 'pointerdown'])
  })
  it('needs no elements', () => {
    const grid = open({ hasElements: false })
    grid.note(7)
    grid.change()
    expect([observed.size, grid.scrolls()]).toEqual([0, []])
  })
})

describe('the heights of rows', () => {
  const open = (first: { rowHeight: number; isWrapped: boolean }) => {
    const { scroller, body } = elements()
    body.innerHTML = '<div data-index="0"></div><div data-index="1"></div><div></div>'
    const calls: string[] = []
    const virtualizer = {
      measure: () => calls.push('measure'),
      measureElement: (row: HTMLElement) => calls.push(`row ${row.dataset.index}`),
    } as unknown as Virtualizer<HTMLElement, Element>
    const hook = renderHook(
      (sizes) => useRowHeights({ virtualizer, scroller: { current: scroller }, ...sizes }),
      { initialProps: first },
    )
    return { render: hook.rerender, taken: () => calls.splice(0) }
  }
  it('are measured once when the height changes', () => {
    const { render, taken } = open({ rowHeight: 36, isWrapped: false })
    expect(taken()).toEqual([])
    render({ rowHeight: 36, isWrapped: false })
    expect(taken()).toEqual([])
    render({ rowHeight: 48, isWrapped: false })
    expect(taken()).toEqual(['measure'])
    render({ rowHeight: 48, isWrapped: false })
    expect(taken()).toEqual([])
  })
  it('are measured row by row when texts wrap, and not when they stop to', () => {
    const { render, taken } = open({ rowHeight: 36, isWrapped: false })
    render({ rowHeight: 36, isWrapped: true })
    expect(taken()).toEqual(['measure', 'row 0', 'row 1'])
    render({ rowHeight: 28, isWrapped: true })
    expect(taken()).toEqual(['measure', 'row 0', 'row 1'])
    render({ rowHeight: 28, isWrapped: false })
    expect(taken()).toEqual(['measure'])
  })
})
