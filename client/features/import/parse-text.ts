import { type TextEncoding } from './parsed-file.ts'

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)

/** Bytes that are letters of Central Europe in windows-1250 and signs in windows-1252. */
const CENTRAL = new Set([
  ...[0x8d, 0x9d, 0x9e, 0x8e, 0x9a, 0x8a, 0x9f, 0x8f, 0xb9, 0xbe, 0xbc, 0xb3, 0xa3, 0xbf, 0xaf],
  ...[0xa5, 0xba, 0xaa],
])
/** Bytes that are other letters in both: è or č, à or ŕ, ê or ę, ñ or ń, õ or ő. */
const EITHER = new Set([
  ...[0xc0, 0xc3, 0xc5, 0xc6, 0xc8, 0xca, 0xcc, 0xcf, 0xd1, 0xd2, 0xd5, 0xd8, 0xd9, 0xdb],
  ...[0xe0, 0xe3, 0xe5, 0xe6, 0xe8, 0xea, 0xec, 0xef, 0xf1, 0xf2, 0xf5, 0xf8, 0xf9, 0xfb],
])
const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte | 0x20) >= 0x61 ? (byte | 0x20) <= 0x7a : byte >= 0xc0)
/** ő and ű are Hungarian; as õ and û they stand in õe, ão and before consonants. */
const isHungarian = (byte: number, next: number | undefined): boolean =>
  byte === 0xf5 && next !== 0x65

/**
 * Guesses the code page of a text that is not UTF-8. Slavic texts hold letters that are signs in the
 * Western page; a text without them, but with Western letters, is taken as Western.
 */
const codePage = (bytes: Uint8Array): TextEncoding => {
  let [central, either] = [0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) continue
    const isInWord = isLetter(bytes[at - 1]) || isLetter(bytes[at + 1])
    if ((CENTRAL.has(byte) && isInWord) || isHungarian(byte, bytes[at + 1])) central += 1
    else if (EITHER.has(byte)) either += 1
  }
  return central === 0 && either > 0 ? 'Windows-1252' : 'Windows-1250'
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

const SAMPLE = 4_000
/** Texts of two bytes a letter without a mark: most letters have a zero on the same side. */
const widePage = (bytes: Uint8Array): TextEncoding | null => {
  const zeros = [0, 0]
  const start = bytes.subarray(0, SAMPLE)
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (even + odd < start.length * 0.2 || bytes.length % 2 === 1) return null
  return even === 0 ? 'UTF-16LE' : odd === 0 ? 'UTF-16BE' : null
}

/** Guesses the encoding by the byte order mark, else by the bytes. */
export const guessEncoding = (bytes: Uint8Array): TextEncoding => {
  if (startsWith(bytes, 0xff, 0xfe)) return 'UTF-16LE'
  if (startsWith(bytes, 0xfe, 0xff)) return 'UTF-16BE'
  const wide = bytes.includes(0) ? widePage(bytes) : null
  if (wide !== null) return wide
  return isUtf8(bytes) ? 'UTF-8' : codePage(bytes)
}

/** The text without its byte order mark. Wrong bytes become replacement characters. */
export const decodeText = (bytes: Uint8Array, encoding: TextEncoding): string =>
  new TextDecoder(encoding.toLowerCase()).decode(bytes)
