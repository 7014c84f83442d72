import { describe, expect, test } from 'vitest'
import { AVATAR_LIMITS } from '#schema/tables/avatars.ts'
import { drawCrop, insideOf, MIDDLE, pictureOf, squareOf } from './crop-picture.ts'

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
  [
    { x: 0.4, y: 0, zoom: 2 },
    { left: 110, top: 0, side: 100 },
  ],
])('%o never leaves the picture', (crop, square) => {
  expect(squareOf(WIDE, insideOf(WIDE, crop))).toEqual(square)
})

test('a tall picture is cut in its height', () => {
  const tall = { width: 200, height: 400 }
  expect(squareOf(tall, MIDDLE)).toEqual({ side: 200, left: 0, top: 100 })
  expect(squareOf(tall, insideOf(tall, { x: 9, y: 0, zoom: 1 }))).toEqual({
    ...{ side: 200, left: 0, top: 0 },
  })
})

describe('a picture that is sent', () => {
  /** A canvas whose blobs have these sizes, one for each quality. */
  const canvasOf = (...sizes: readonly (number | null)[]) => {
    const asked: unknown[] = []
    const toBlob = (done: (blob: Blob | null) => void, type: string, quality: number): void => {
      asked.push([type, quality])
      const size = sizes[asked.length - 1] ?? null
      done(size === null ? null : new Blob([new Uint8Array(size).fill(asked.length)]))
    }
    return { asked, canvas: { toBlob } as unknown as HTMLCanvasElement }
  }
  const bytesOf = (base64: string): number[] => [...atob(base64)].map((one) => one.charCodeAt(0))

  test('is a JPEG of the best quality that is small enough', async () => {
    const { canvas, asked } = canvasOf(AVATAR_LIMITS.bytes + 1, AVATAR_LIMITS.bytes, 1)
    const bytes = bytesOf(await pictureOf(canvas))
    expect([bytes.length, bytes[0]]).toEqual([AVATAR_LIMITS.bytes, 2])
    expect(asked).toEqual([
      ['image/jpeg', 0.9],
      ['image/jpeg', 0.75],
    ])
  })
  test('is of a lower quality where the browser makes none', async () => {
    const { canvas, asked } = canvasOf(null, null, 3)
    expect(bytesOf(await pictureOf(canvas))).toEqual([3, 3, 3])
    expect(asked.at(-1)).toEqual(['image/jpeg', 0.5])
  })
  test('is none if none is small enough', async () => {
    const tooMuch = AVATAR_LIMITS.bytes + 1
    await expect(pictureOf(canvasOf(tooMuch, tooMuch, tooMuch, 1).canvas)).rejects.toThrow(/small/)
  })
  test('is the square of the crop on white', () => {
    const drawn: unknown[] = []
    const context = {
      fillStyle: '',
      imageSmoothingQuality: '',
      fillRect: (...call: unknown[]) => drawn.push([context.fillStyle, ...call]),
      drawImage: (...call: unknown[]) => drawn.push(call),
    }
    const canvas = { width: 64, height: 64, getContext: () => context }
    const picture = { width: 400, height: 200 } as ImageBitmap
    drawCrop(canvas as unknown as HTMLCanvasElement, picture, { x: 0.5, y: 0.25, zoom: 2 })
    expect(drawn).toEqual([
      ['#fff', 0, 0, 64, 64],
      [picture, 150, 0, 100, 100, 0, 0, 64, 64],
    ])
    expect(context.imageSmoothingQuality).toBe('high')
    const none = { getContext: () => null } as unknown as HTMLCanvasElement
    expect(() => drawCrop(none, picture, MIDDLE)).not.toThrow()
  })
})
