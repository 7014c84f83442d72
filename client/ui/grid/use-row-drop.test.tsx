// @vitest-environment jsdom
import { act, cleanup, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import { openGrid, pointer } from '../../../tests/support/grid-screen.tsx'

beforeEach(async () => {
  await startLocale('en')
})
afterEach(cleanup)

type Move = [string, { rowId: string; side: 'before' | 'after' }]

/** A grid whose first row begins 34 px below its upper edge; rows are 36 px high. */
const openMovable = async (over: Parameters<typeof openGrid>[0] = {}) => {
  const moves: Move[] = []
  const grid = openGrid({ onMoveRow: (...move) => moves.push(move), ...over })
  const handleOf = (rowId: string): HTMLElement => {
    const handle = grid.cellOf(rowId, 0).querySelector<HTMLElement>('[data-drag-handle]')
    if (handle === null) throw new Error(`Row ${rowId} has no handle`)
    return handle
  }
  const ready = async (rowId: string): Promise<HTMLElement> => {
    const handle = handleOf(rowId)
    pointer('pointerover', handle)
    await vi.waitFor(() => expect(handle.draggable).toBe(true))
    return handle
  }
  return { ...grid, moves, handleOf, ready }
}
type Movable = Awaited<ReturnType<typeof openMovable>>

const DATA_TRANSFER = {
  ...{ setData: () => undefined, getData: () => '', setDragImage: () => undefined },
  ...{ types: [], items: [], files: [] },
}
const drag = (type: string, target: Element, clientY = 0): void => {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientY })
  Object.defineProperty(event, 'dataTransfer', {
    value: { ...DATA_TRANSFER },
  })
  act(() => void fireEvent(target, event))
}
/** Lets a frame pass: drags are told once per frame. */
const nextFrame = () =>
  act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))
const dropLine = ({ grid }: Movable): string | undefined =>
  [...grid.querySelectorAll<HTMLElement>('[role=rowgroup] > [aria-hidden]')].at(0)?.style.top

const lift = async (handle: HTMLElement): Promise<void> => {
  drag('dragstart', handle)
  await nextFrame()
}
const carry = async ({ grid }: Movable, clientY: number): Promise<void> => {
  drag('dragenter', grid, clientY)
  drag('dragover', grid, clientY)
  await nextFrame()
}
const drop = ({ grid }: Movable, clientY: number): void => drag('drop', grid, clientY)

it.each([
  ['in the upper half of a row, before it', 34 + 36 + 17, 'c', { rowId: 'b', side: 'before' }],
  ['in its lower half, after it', 34 + 36 + 18, 'c', { rowId: 'b', side: 'after' }],
  ['below the last row, after it', 390, 'c', { rowId: 'd', side: 'after' }],
] as const)('a row dropped %s is moved there', async (_where, clientY, rowId, place) => {
  const grid = await openMovable()
  await lift(await grid.ready(rowId))
  await carry(grid, clientY)
  drop(grid, clientY)
  expect(grid.moves).toEqual([[rowId, place]])
})

it('a line shows where the row would go, while it is over the grid', async () => {
  const grid = await openMovable()
  expect(dropLine(grid)).toBeUndefined()
  await lift(await grid.ready('d'))
  await carry(grid, 34 + 36 + 10)
  expect(dropLine(grid)).toBe('35px')
  await carry(grid, 34 + 36 + 30)
  expect(dropLine(grid)).toBe('71px')
  drop(grid, 34 + 36 + 30)
  expect(dropLine(grid)).toBeUndefined()
})

it('the line goes away when the row leaves the grid, or the drag ends elsewhere', async () => {
  const grid = await openMovable()
  await lift(await grid.ready('d'))
  await carry(grid, 80)
  drag('dragenter', document.body)
  await nextFrame()
  expect(dropLine(grid)).toBeUndefined()
  await carry(grid, 80)
  expect(dropLine(grid)).toBe('35px')
  drag('dragend', grid.handleOf('d'))
  expect([dropLine(grid), grid.moves]).toEqual([undefined, []])
})

it('a row dropped on itself stays', async () => {
  const grid = await openMovable()
  await lift(await grid.ready('b'))
  await carry(grid, 34 + 36 + 20)
  drop(grid, 34 + 36 + 20)
  expect(grid.moves).toEqual([])
})

it('the place counts what has been scrolled, and where the grid lies', async () => {
  const rowIds = Array.from({ length: 60 }, (_none, index) => `r${index}`)
  const grid = await openMovable({ rowIds })
  act(() => grid.grid.scrollTo({ top: 360 }))
  vi.spyOn(grid.grid, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 100, 500, 400))
  await lift(await grid.ready('r12'))
  await carry(grid, 100 + 34 + 5)
  expect(dropLine(grid)).toBe('359px')
  drop(grid, 100 + 34 + 5)
  expect(grid.moves).toEqual([['r12', { rowId: 'r10', side: 'before' }]])
})

it('on a heading, the row goes before the first row below it', async () => {
  const groups = [
    { id: 'x', label: 'First', count: 2, at: 0, isFolded: false },
    { id: 'y', label: 'Second', count: 2, at: 2, isFolded: false },
  ]
  const grid = await openMovable({ groups })
  await lift(await grid.ready('a'))
  // Heading, two rows, and the middle of the second heading.
  await carry(grid, 34 + 34 + 72 + 17)
  expect(dropLine(grid)).toBe(`${34 + 72 + 34 - 1}px`)
  drop(grid, 34 + 34 + 72 + 17)
  expect(grid.moves).toEqual([['a', { rowId: 'c', side: 'before' }]])
})

it('a row of another grid is not taken', async () => {
  const [grid, other] = [await openMovable(), await openMovable({ label: 'Others' })]
  await lift(await other.ready('d'))
  await carry(grid, 80)
  expect([dropLine(grid), dropLine(other)]).toEqual([undefined, undefined])
  drop(grid, 80)
  expect([grid.moves, other.moves]).toEqual([[], []])
})

it('no line shows once rows can no longer be moved', async () => {
  const grid = await openMovable()
  await lift(await grid.ready('d'))
  grid.change({ onMoveRow: undefined } as object)
  await carry(grid, 80)
  expect(dropLine(grid)).toBeUndefined()
})

it('rows that cannot be moved have no handle', () => {
  const grid = openGrid()
  expect(grid.grid.querySelector('[data-drag-handle]')).toBeNull()
})

it('a handle that the pointer left before the drag code came cannot be dragged', async () => {
  const grid = await openMovable()
  pointer('pointerover', grid.handleOf('b'))
  await grid.ready('c')
  expect(grid.handleOf('b').draggable).toBe(false)
})

it('only the handle under the pointer can be dragged', async () => {
  const grid = await openMovable()
  const first = await grid.ready('b')
  expect(grid.handleOf('c').draggable).toBe(false)
  pointer('pointerover', first)
  pointer('pointerover', grid.cellOf('c', 1))
  expect(first.draggable).toBe(true)
  await grid.ready('c')
  expect(first.draggable).toBe(false)
  pointer('pointerdown', first, { buttons: 1 })
  expect(grid.active()).toBe('a 0')
})
