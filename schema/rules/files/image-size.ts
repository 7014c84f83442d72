import type { AvatarKind } from '../../tables/avatars.ts'

export interface ImageFacts {
  kind: AvatarKind
  width: number
  height: number
}

const startsWith = (bytes: Uint8Array, at: number, expected: readonly number[]): boolean =>
  expected.every((byte, index) => bytes[at + index] === byte)
const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0))
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const png = (bytes: Uint8Array): ImageFacts | null => {
  if (bytes.length < 33 || !startsWith(bytes, 0, PNG) || !startsWith(bytes, 12, ascii('IHDR')))
    return null
  const view = viewOf(bytes)
  return { kind: 'image/png', width: view.getUint32(16), height: view.getUint32(20) }
}

/**
 * Markers of frames that carry the size: every SOF marker except the tables among them (DHT, JPG,
 * DAC).
 */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const jpeg = (bytes: Uint8Array): ImageFacts | null => {
  if (!startsWith(bytes, 0, [0xff, 0xd8, 0xff])) return null
  const view = viewOf(bytes)
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker))
      return { kind: 'image/jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + Math.max(2, view.getUint16(at + 2))
  }
  return null
}

const webp = (bytes: Uint8Array): ImageFacts | null => {
  if (
    bytes.length < 30 ||
    !startsWith(bytes, 0, ascii('RIFF')) ||
    !startsWith(bytes, 8, ascii('WEBP'))
  )
    return null
  const view = viewOf(bytes)
  const kind = 'image/webp'
  if (startsWith(bytes, 12, ascii('VP8 ')))
    return {
      kind,
      width: view.getUint16(26, true) & 0x3fff,
      height: view.getUint16(28, true) & 0x3fff,
    }
  if (startsWith(bytes, 12, ascii('VP8L'))) {
    const bits = view.getUint32(21, true)
    return { kind, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  const size = (at: number): number =>
    (view.getUint16(at, true) | (view.getUint8(at + 2) << 16)) + 1
  return startsWith(bytes, 12, ascii('VP8X')) ? { kind, width: size(24), height: size(27) } : null
}

/**
 * Reads type and size from the first bytes of a picture without decoding it; null = none of the
 * three types.
 */
export const imageFacts = (bytes: Uint8Array): ImageFacts | null =>
  png(bytes) ?? jpeg(bytes) ?? webp(bytes)
