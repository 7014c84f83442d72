import type { Entity, Row } from '../../entities/rows.ts'

/** Odd constants of Murmur and xxHash, each of which spreads a character over the whole word. */
const SPREAD_A = 0x85ebca6b
const SPREAD_B = 0x9e3779b1
const WORD = 0x1_0000_0000

const mixed = (word: number): number => {
  const half = Math.imul(word ^ (word >>> 16), 0x7feb352d)
  const most = Math.imul(half ^ (half >>> 15), 0x846ca68b)
  return (most ^ (most >>> 16)) >>> 0
}

/** Two 32-bit hashes of a text. */
const hashesOf = (text: string): [a: number, b: number] => {
  let a = 0x811c9dc5
  let b = 0x2f0b4f1d
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, SPREAD_A)
    b = Math.imul(b ^ code, SPREAD_B)
    a ^= a >>> 13
    b ^= b >>> 15
  }
  return [mixed(a), mixed(b)]
}

/** What a digest covers of each row, besides its entity and id. */
export type Covered = 'version' | 'content'

/** Rows for all vendors hide their version (`publication.ts`), so only their content can differ. */
export const coveredIn = (bucket: string): Covered =>
  /:(?:pub|qa)$/.test(bucket) ? 'content' : 'version'

/** The first character of a digest that covers contents. */
const CONTENT = 'c'

/** What a digest in a request covers: an older device covers the versions in every bucket. */
export const coveredBy = (bucket: string, digest: string): Covered =>
  digest.startsWith(CONTENT) ? coveredIn(bucket) : 'version'

/** @param text the row as the server sends it */
export const contentVersion = (text: string): number => {
  const [a, b] = hashesOf(text)
  return (a % 0x20_0000) * WORD + b
}

/** The number that a digest covers of a row. */
export const versionOf = (row: Row, covered: Covered): number =>
  covered === 'content' ? contentVersion(JSON.stringify(row)) : row.updatedOn

/**
 * Summarizes the rows of one bucket in a short text, independent of their order; device and server
 * compare it instead of the rows. Consists of two 32-bit sums and the count. It detects faults, not
 * forgery.
 */
export class BucketDigest {
  readonly #covered: Covered
  #count = 0
  #a = 0
  #b = 0

  constructor(covered: Covered) {
    this.#covered = covered
  }

  /** @param version see `versionOf` */
  add(entity: Entity, id: string, version: number): void {
    const [a, b] = hashesOf(`${entity}/${id}@${version}`)
    this.#count += 1
    this.#a = (this.#a + a) % WORD
    this.#b = (this.#b + b) % WORD
  }

  get text(): string {
    const hex = (word: number): string => word.toString(16).padStart(8, '0')
    const mark = this.#covered === 'content' ? CONTENT : ''
    return `${mark}${this.#count}-${hex(this.#a)}${hex(this.#b)}`
  }
}

/** The digest of an empty bucket whose versions it covers. */
export const EMPTY_DIGEST = new BucketDigest('version').text
