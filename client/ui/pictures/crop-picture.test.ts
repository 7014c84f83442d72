import { expect, test } from 'vitest'
import { insideOf, MIDDLE, squareOf } from './crop-picture.ts'

const WIDE = { width: 400, height: 200 }

test('the whole height of a wide picture is cut from its middle', () => {
  expect(squareOf(WIDE, MIDDLE)).toEqual({ side: 200, left: 100, top: 0 })
})

test.each([
  [
    { x: 0, y: 0, zoom: 1 },
    { left: 0, top: 0, side: 200 },
  ],
  [
    { x: 5, y: 5, zoom: 2 },
    { left: 300, top: 100, side: 100 },
  ],
  [
    { x: 0.5, y: 0.5, zoom: 0.2 },
    { left: 100, top: 0, side: 200 },
  ],
  [
    { x: 0.5, y: 0.5, zoom: 99 },
    { left: 175, top: 75, side: 50 },
  ],
])('%o never leaves the picture', (crop, square) => {
  expect(squareOf(WIDE, insideOf(WIDE, crop))).toEqual(square)
})
