import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { sha256, utf8Length } from './sha256.ts'

const TEXTS = [
  ...Array.from({ length: 140 }, (_, length) => 'a'.repeat(length)),
  ...['\u007f', '\u0080', '\u07ff', '\u0800', '\ud7ff', '\ue000', '\uffff', '\u{10000}'],
  ...['\u{10ffff}', 'čšž 🙂 x', '🙂'.repeat(40)],
]

it('hashes and counts the bytes of a text as UTF-8', () => {
  for (const text of TEXTS) {
    expect(utf8Length(text), JSON.stringify(text)).toBe(Buffer.byteLength(text))
    expect(sha256(text), JSON.stringify(text)).toBe(createHash('sha256').update(text).digest('hex'))
  }
})
