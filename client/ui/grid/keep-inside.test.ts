// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepInside } from './keep-inside.ts'

interface Box {
  left: number
  top: number
  width: number
  height: number
}
beforeEach(() => {
  vi.stubGlobal('innerWidth', 1_000)
  vi.stubGlobal('innerHeight', 800)
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const GRID = { left: 100, top: 50, width: 600, height: 500 }
/** Places an editor over a cell, and gives its style. */
const place = (cell: Partial<Box>, size: Partial<Box> = {}, grid: Box = GRID) => {
  document.body.innerHTML = '<div role="grid"><div><textarea></textarea></div></div>'
  const editor = document.querySelector('textarea') as HTMLElement
  const box = { left: 200, top: 100, width: 120, height: 36, ...cell }
  const put = (element: Element | null, { left, top, width, height }: Box): void => {
    if (element !== null)
      element.getBoundingClientRect = () => new DOMRect(left, top, width, height)
  }
  put(document.querySelector('[role=grid]'), grid)
  put(editor.parentElement, box)
  put(editor, { left: box.left, top: box.top, width: 300, height: 90, ...size })
  keepInside(editor)
  const { maxWidth, top, bottom, insetInlineStart } = editor.style
  return { maxWidth, top, bottom, insetInlineStart }
}
const DOWNWARDS = { top: '', bottom: '' }
const UPWARDS = { top: 'auto', bottom: '2px' }

it('an editor with enough room stays at its cell, no wider than the grid', () => {
  expect(place({})).toEqual({ ...DOWNWARDS, maxWidth: '596px', insetInlineStart: '' })
})

describe('the width', () => {
  it('is that of the part of the grid that the window shows', () => {
    expect(place({}, {}, { ...GRID, left: -50 }).maxWidth).toBe('546px')
    expect(place({}, {}, { ...GRID, left: 600 }).maxWidth).toBe('396px')
  })
})

describe('at the lower edge', () => {
  it.each([
    [460, DOWNWARDS],
    [461, UPWARDS],
  ])('an editor at %i px opens %j', (top, style) => {
    expect(place({ top })).toMatchObject(style)
  })
  it('of the window, it opens upwards too', () => {
    expect(place({ top: 711 }, {}, { ...GRID, height: 2_000 })).toMatchObject(UPWARDS)
    expect(place({ top: 710 }, {}, { ...GRID, height: 2_000 })).toMatchObject(DOWNWARDS)
  })
  it('it opens downwards where there is no room above either', () => {
    expect(place({ top: 460 }, { height: 446 })).toMatchObject(DOWNWARDS)
    expect(place({ top: 460 }, { height: 445 })).toMatchObject(UPWARDS)
  })
})

describe('at the right edge', () => {
  it.each([
    [398, ''],
    [399, '1px'],
    [450, '-50px'],
  ])('an editor at %i px moves to %s', (left, inset) => {
    expect(place({ left }).insetInlineStart).toBe(inset)
  })
  it('it moves no further than the left edge', () => {
    expect(place({ left: 140 }, { width: 700 }).insetInlineStart).toBe('-36px')
    expect(place({ left: 101 }, { width: 700 }).insetInlineStart).toBe('2px')
  })
  it('of the window counts, and its left edge', () => {
    const wide = { ...GRID, left: -100, width: 2_000 }
    expect(place({ left: 750 }, {}, wide).insetInlineStart).toBe('-50px')
    expect(place({ left: 30 }, { width: 1_200 }, wide).insetInlineStart).toBe('-26px')
  })
})

it('an editor outside a grid, or without a cell, is left alone', () => {
  const editor = document.createElement('textarea')
  keepInside(editor)
  document.body.append(editor)
  keepInside(editor)
  expect(editor.getAttribute('style')).toBeNull()
})
