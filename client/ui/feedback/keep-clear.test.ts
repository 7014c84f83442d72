import { expect, test } from 'vitest'
import { clearBottom } from './keep-clear.ts'

const box = (left: number, top: number, right: number, bottom: number) => ({
  left,
  top,
  right,
  bottom,
})
const screen = { width: 1_440, height: 900 }
/** Toasts of 420 x 60 px, 16 px from the lower right corner. */
const toasts = { left: 1_004, right: 1_424, height: 60 }

test('toasts are at the bottom if nothing else is there', () => {
  expect(clearBottom(screen.height, toasts, [])).toBe(16)
  expect(clearBottom(screen.height, toasts, [box(0, 880, 900, 900)])).toBe(16)
})

test('toasts move above the elements they would cover, including stacked ones', () => {
  expect(clearBottom(screen.height, toasts, [box(0, 860, 1_440, 900)])).toBe(48)
  expect(
    clearBottom(screen.height, toasts, [box(900, 780, 1_300, 850), box(0, 860, 1_440, 900)]),
  ).toBe(128)
})

test('hidden and distant elements do not move toasts', () => {
  expect(clearBottom(screen.height, toasts, [box(0, 0, 0, 0), box(0, 100, 1_440, 140)])).toBe(16)
})

test('toasts never leave the window, however little space there is', () => {
  expect(clearBottom(200, toasts, [box(0, 40, 1_440, 200)])).toBe(132)
})

test('wherever the obstacles are, no toast covers one with enough space above it', () => {
  let seed = 7
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % below
  }
  for (let round = 0; round < 500; round += 1) {
    const obstacles = Array.from({ length: 4 }, () => {
      const top = 300 + random(560)
      const left = random(1_300)
      return box(left, top, left + 20 + random(600), Math.min(900, top + 10 + random(120)))
    })
    const bottom = 900 - clearBottom(900, toasts, obstacles)
    const covered = obstacles.filter(
      (one) =>
        one.left < toasts.right &&
        one.right > toasts.left &&
        one.top < bottom &&
        one.bottom > bottom - toasts.height,
    )
    expect(covered, `round ${round}`).toEqual([])
  }
})
