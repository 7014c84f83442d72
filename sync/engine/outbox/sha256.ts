const K = new Uint32Array(64)
const START = new Uint32Array(8)
const fraction = (x: number): number => ((x - Math.floor(x)) * 0x1_0000_0000) | 0
for (let candidate = 2, found = 0; found < 64; candidate += 1) {
  let isPrime = true
  for (let divisor = 2; divisor * divisor <= candidate; divisor += 1)
    if (candidate % divisor === 0) isPrime = false
  if (!isPrime) continue
  if (found < 8) START[found] = fraction(Math.sqrt(candidate))
  K[found] = fraction(Math.cbrt(candidate))
  found += 1
}

const utf8 = (text: string): number[] => {
  const bytes: number[] = []
  for (const symbol of text) {
    const code = symbol.codePointAt(0) ?? 0
    const point = code >= 0xd800 && code <= 0xdfff ? 0xfffd : code
    if (point < 0x80) bytes.push(point)
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63))
    else if (point < 0x10000)
      bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63))
    else
      bytes.push(
        0xf0 | (point >> 18),
        0x80 | ((point >> 12) & 63),
        0x80 | ((point >> 6) & 63),
        0x80 | (point & 63),
      )
  }
  return bytes
}
export const utf8Length = (text: string): number => {
  let length = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    length += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3
  }
  return length
}

const rotate = (x: number, n: number): number => (x >>> n) | (x << (32 - n))
const word = (list: Uint32Array | number[], at: number): number => list[at] ?? 0

/**
 * SHA-256 (FIPS 180-4) in hex, synchronous: an IndexedDB transaction would end while Web Crypto is
 * awaited.
 */
export const sha256 = (text: string): string => {
  const bytes = utf8(text)
  const bitLength = bytes.length * 8
  bytes.push(0x80)
  while (bytes.length % 64 !== 56) bytes.push(0)
  for (let shift = 56; shift >= 0; shift -= 8) bytes.push(Math.floor(bitLength / 2 ** shift) & 255)
  const state = Uint32Array.from(START)
  const w = new Uint32Array(64)
  for (let block = 0; block < bytes.length; block += 64) {
    for (let i = 0; i < 16; i += 1) {
      const at = block + i * 4
      w[i] =
        (word(bytes, at) << 24) |
        (word(bytes, at + 1) << 16) |
        (word(bytes, at + 2) << 8) |
        word(bytes, at + 3)
    }
    for (let i = 16; i < 64; i += 1) {
      const a = word(w, i - 15)
      const b = word(w, i - 2)
      w[i] =
        word(w, i - 16) +
        (rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3)) +
        word(w, i - 7) +
        (rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10))
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
    for (let i = 0; i < 64; i += 1) {
      const first =
        (h +
          (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
          ((e & f) ^ (~e & g)) +
          word(K, i) +
          word(w, i)) |
        0
      const second =
        ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + first) | 0
      d = c
      c = b
      b = a
      a = (first + second) | 0
    }
    for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = word(state, i) + value
  }
  return [...state].map((value) => value.toString(16).padStart(8, '0')).join('')
}
