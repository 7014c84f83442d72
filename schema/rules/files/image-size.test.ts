import { expect, test } from 'vitest'
import { imageFacts } from './image-size.ts'

const bytes = (hex: string): Uint8Array =>
  Uint8Array.from(
    (hex.replaceAll(' ', '').match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)),
  )
const PNG = bytes('89504e470d0a1a0a 0000000d 49484452 00000100 00000080 08060000 00 00000000')
/** A JPEG with an APP0 segment before the frame. */
const JPEG = bytes(
  'ffd8 ffe0 0010 4a46494600010100000100010000 ffc2 0011 08 0064 00c8 03 01220002110103110100',
)
const WEBP = bytes('52494646 24000000 57454250 56503858 0a000000 00000000 ff0000 7f0000 0000')
const LOSSLESS = bytes('52494646 24000000 57454250 5650384c 0a000000 2f 0f400100 0000000000000000')

test('the size of a picture is read from its first bytes', () => {
  expect(imageFacts(PNG)).toEqual({ kind: 'image/png', width: 256, height: 128 })
  expect(imageFacts(JPEG)).toEqual({ kind: 'image/jpeg', width: 200, height: 100 })
  expect(imageFacts(WEBP)).toEqual({ kind: 'image/webp', width: 256, height: 128 })
  expect(imageFacts(LOSSLESS)).toEqual({ kind: 'image/webp', width: 16, height: 6 })
})

test('other and truncated files give no size', () => {
  for (const picture of [PNG, JPEG, WEBP]) {
    for (let length = 0; length < picture.length; length++)
      expect(() => imageFacts(picture.subarray(0, length))).not.toThrow()
    expect(imageFacts(picture.subarray(0, 12))).toBeNull()
  }
  for (const other of [
    bytes(''),
    bytes('474946383961'),
    new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    bytes('ffd8ff'.padEnd(200, 'ff')),
  ])
    expect(imageFacts(other)).toBeNull()
})
