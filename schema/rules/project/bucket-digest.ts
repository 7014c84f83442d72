import type { Entity } from '../../entities/rows.ts'

/** Odd constants of Murmur and xxHash, each of which spreads a character over the whole word. */
const SPREAD_A = 0x85ebca6b
const SPREAD_B = 0x9e3779b1
const WORD = 0x1_0000_0000

const mixed = (word: number): number => {
  const half = Math.imul(word ^ (word >>> 16), 0x7feb352d)
  const most = Math.imul(half ^ (half >>> 15), 0x846ca68b)
  return (most ^ (most >>> 16)) >>> 0
}

/**
 * Summarizes the rows of one bucket in a short text, independent of their order; device and server
 * compare it instead of the rows. Consists of two 32-bit sums and the count. It detects faults, not
 * forgery.
 */
export class BucketDigest {
  #count = 0
  #a = 0
  #b = 0

  /** @param updatedOn the version of the row, in ms */
  add(entity: Entity, id: string, updatedOn: number): void {
    let a = 0x811c9dc5
    let b = 0x2f0b4f1d
    const text = `${entity}/${id}@${updatedOn}`
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      a = Math.imul(a ^ code, SPREAD_A)
      b = Math.imul(b ^ code, SPREAD_B)
      a ^= a >>> 13
      b ^= b >>> 15
    }
    this.#count += 1
    this.#a = (this.#a + mixed(a)) % WORD
    this.#b = (this.#b + mixed(b)) % WORD
  }

  get text(): string {
    const hex = (word: number): string => word.toString(16).padStart(8, '0')
    return `${this.#count}-${hex(this.#a)}${hex(this.#b)}`
  }
}

/** The digest of an empty bucket. */
export const EMPTY_DIGEST = new BucketDigest().text
