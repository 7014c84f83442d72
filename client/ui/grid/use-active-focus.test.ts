// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { gridModel } from './grid-model.ts'
import { createGridStore } from './grid-store.ts'
import { useActiveFocus } from './use-active-focus.ts'

const frames = new Map<number, () => void>()
let nextFrame = 1
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  frames.clear()
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    frames.set(nextFrame, run)
    return nextFrame++
  })
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id))
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Lets the microtasks pass that tell of rows and of moves. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
}

const cellsOf = (row: number, active: number | null): string =>
  `<div role="row" aria-rowindex="${row + 2}"><i role="gridcell" data-check></i>${[0, 1]
    .map((at) => `<i role="gridcell" id="${row} ${at}" ${at === active ? 'tabindex="0"' : ''}></i>`)
    .join('')}</div>`

/** A grid of two rows and columns, which draws its active cell only when it is told to. */
const open = async () => {
  document.body.innerHTML = '<div id="grid" tabindex="-1"></div>'
  const grid = document.getElementById('grid') as HTMLElement
  const store = createGridStore()
  store.setModel(gridModel(['a', 'b'], ['x', 'y']))
  const draw = (row: number, column: number): void => {
    const header = [0, 1].map(
      (at) =>
        `<i role="columnheader" id="header ${at}" tabindex="${row < 0 && at === column ? 0 : -1}"></i>`,
    )
    grid.innerHTML = `${header.join('')}${[0, 1]
      .map((one) => cellsOf(one, one === row ? column : null))
      .join('')}`
  }
  draw(0, 0)
  const hook = renderHook(() => useActiveFocus(store, { current: grid }))
  await settle()
  return { store, draw, unmount: hook.unmount }
}
const focused = (): string | null => document.activeElement?.id ?? null
const paint = (): void => {
  const [id, run] = [...frames][0] ?? []
  if (id !== undefined) frames.delete(id)
  run?.()
}

it('a cell that is drawn takes the focus at once, and the page does not scroll to it', async () => {
  const { store, draw } = await open()
  const focusing = vi.spyOn(HTMLElement.prototype, 'focus')
  store.moveTo({ row: 1, column: 1 })
  draw(1, 1)
  await settle()
  expect([focused(), frames.size, store.hasFocusWish()]).toEqual(['1 1', 0, false])
  expect(focusing.mock.calls).toEqual([[{ preventScroll: true }]])
  focusing.mockRestore()
})

it.each([
  [1, 0],
  [0, 1],
])('the grid keeps the focus until the cell in row %i, column %i is drawn', async (row, column) => {
  const { store, draw } = await open()
  store.moveTo({ row, column })
  await settle()
  expect([focused(), frames.size]).toEqual(['grid', 1])
  paint()
  expect([focused(), frames.size]).toEqual(['grid', 1])
  draw(row, column)
  paint()
  expect([focused(), frames.size]).toEqual([`${row} ${column}`, 0])
})

it('the grid keeps the focus while no cell is drawn as active', async () => {
  const { store, draw } = await open()
  draw(5, 0)
  store.moveTo({ row: 1, column: 0 })
  await settle()
  expect(focused()).toBe('grid')
})

it('a heading of the header takes the focus', async () => {
  const { store, draw } = await open()
  store.moveTo({ row: -1, column: 1 })
  draw(-1, 1)
  await settle()
  expect(focused()).toBe('header 1')
})

it('a cell drawn after 1.5 seconds takes no focus', async () => {
  const { store, draw } = await open()
  store.moveTo({ row: 1, column: 1 })
  await settle()
  vi.setSystemTime(Date.now() + 1_500)
  draw(1, 1)
  paint()
  expect([focused(), frames.size]).toEqual(['grid', 0])
})

it('a later move is the one that counts', async () => {
  const { store, draw } = await open()
  store.moveTo({ row: 1, column: 1 })
  await settle()
  store.moveTo({ row: 0, column: 1 })
  await settle()
  expect(frames.size).toBe(1)
  draw(0, 1)
  paint()
  expect([focused(), frames.size]).toEqual(['0 1', 0])
})

it('a move without a wish, and one that opens an editor, leave the focus alone', async () => {
  const { store, draw } = await open()
  store.moveTo({ row: 1, column: 1 }, { focus: false })
  draw(1, 1)
  await settle()
  store.setEditing({ rowId: 'b', columnId: 'y', initial: null })
  store.moveTo({ row: 1, column: 1 })
  await settle()
  expect([document.activeElement, frames.size]).toEqual([document.body, 0])
})

it('nothing takes the focus once the grid is gone', async () => {
  const { store, draw, unmount } = await open()
  store.moveTo({ row: 1, column: 1 })
  await settle()
  unmount()
  expect(frames.size).toBe(0)
  document.body.tabIndex = -1
  ;(document.activeElement as HTMLElement).blur()
  store.moveTo({ row: 0, column: 0 })
  draw(0, 0)
  await settle()
  expect(document.activeElement).toBe(document.body)
})
