import { createReadStream } from 'node:fs'
import type { PartHandle } from '../blob-store.ts'
import { isGone, type S3Bucket } from './s3-bucket.ts'
import { lengthOf, segmentName, segmentOf, type Slice, slicesOf } from './segments.ts'

/** Thrown while a partial upload is read that another server has finished or given up. */
export class PartGone extends Error {}

/** Collects bytes that follow each other, and stores them as segments. */
class SegmentWriter implements PartHandle {
  readonly #bucket: S3Bucket
  readonly #folder: string
  readonly #segmentBytes: number
  #pieces: Uint8Array[] = []
  #from = 0
  #bytes = 0

  constructor(bucket: S3Bucket, folder: string, segmentBytes: number) {
    this.#bucket = bucket
    this.#folder = folder
    this.#segmentBytes = segmentBytes
  }

  async stat(): Promise<{ size: number }> {
    return { size: lengthOf(await slicesIn(this.#bucket, this.#folder)) }
  }

  async write(
    ...[piece, offset, length, position]: Parameters<PartHandle['write']>
  ): Promise<{ bytesWritten: number }> {
    if (position !== this.#from + this.#bytes) await this.#flush(position)
    const bytesWritten = Math.min(length, this.#segmentBytes - this.#bytes)
    // A copy: the caller may use its buffer for other bytes.
    this.#pieces.push(Uint8Array.from(piece.subarray(offset, offset + bytesWritten)))
    this.#bytes += bytesWritten
    if (this.#bytes === this.#segmentBytes) await this.#flush(this.#from + this.#bytes)
    return { bytesWritten }
  }

  async close(): Promise<void> {
    await this.#flush(0)
  }

  async #flush(next: number): Promise<void> {
    const [from, until] = [this.#from, this.#from + this.#bytes]
    const bytes = Buffer.concat(this.#pieces)
    this.#pieces = []
    this.#from = next
    this.#bytes = 0
    if (until > from) await this.#bucket.put(`${this.#folder}${segmentName(from, until)}`, bytes)
  }
}

const slicesIn = async (bucket: S3Bucket, folder: string): Promise<Slice[]> => {
  const objects = await bucket.list(folder)
  return slicesOf(objects.flatMap(({ key }) => segmentOf(key) ?? []))
}

/**
 * Partial uploads as objects `parts/<person>-<hash>/<from>-<until>`, so that every server finds
 * them. A segment never changes and never shrinks: a late connection adds objects, and nothing that
 * was acknowledged is lost.
 */
export class S3Parts {
  readonly #bucket: S3Bucket
  readonly #segmentBytes: number

  constructor(bucket: S3Bucket, segmentBytes: number) {
    this.#bucket = bucket
    this.#segmentBytes = segmentBytes
  }

  #folder(userId: number, sha256: string): string {
    return `parts/${userId}-${sha256}/`
  }

  async received(userId: number, sha256: string): Promise<number> {
    return lengthOf(await slicesIn(this.#bucket, this.#folder(userId, sha256)))
  }

  open(userId: number, sha256: string): PartHandle {
    return new SegmentWriter(this.#bucket, this.#folder(userId, sha256), this.#segmentBytes)
  }

  async drop(userId: number, sha256: string): Promise<void> {
    for (const { key } of await this.#bucket.list(this.#folder(userId, sha256)))
      await this.#bucket.remove(key)
  }

  /** Stores a file of this server's disk as an upload. */
  async adopt(path: string, userId: number, sha256: string): Promise<void> {
    const part = this.open(userId, sha256)
    let at = 0
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>)
      for (let done = 0; done < piece.length;) {
        const { bytesWritten } = await part.write(piece, done, piece.length - done, at)
        done += bytesWritten
        at += bytesWritten
      }
    await part.close()
  }

  /** The bytes of an upload up to the first gap; null if there are none. */
  async read(userId: number, sha256: string): Promise<AsyncGenerator<Buffer, void> | null> {
    const slices = await slicesIn(this.#bucket, this.#folder(userId, sha256))
    return slices.length === 0 ? null : this.#pieces(slices)
  }

  async *#pieces(slices: readonly Slice[]): AsyncGenerator<Buffer, void> {
    for (const { key, skip } of slices)
      try {
        yield* readOn(this.#bucket, () => key, skip)
      } catch (error) {
        if (isGone(error)) throw new PartGone()
        throw error
      }
  }

  async dropOld(before: number): Promise<void> {
    const uploads = Map.groupBy(await this.#bucket.list('parts/'), ({ key }) =>
      key.slice(0, key.lastIndexOf('/')),
    )
    for (const objects of uploads.values())
      if (objects.every(({ writtenOn }) => writtenOn < before))
        for (const { key } of objects) await this.#bucket.remove(key)
  }
}

const MOST_BREAKS = 5

/**
 * Reads an object to its end. A connection that breaks off is replaced by one that goes on at the
 * same byte; `keyOf` may name another object of the same bytes.
 */
export async function* readOn(
  bucket: S3Bucket,
  keyOf: () => string | Promise<string>,
  from: number,
): AsyncGenerator<Buffer, void> {
  let at = from
  for (let breaks = 0; ;) {
    const pieces = await bucket.read(await keyOf(), at)
    try {
      for await (const piece of pieces) {
        at += piece.length
        breaks = 0
        yield piece
      }
      return
    } catch (error) {
      breaks += 1
      if (breaks > MOST_BREAKS) throw error
    }
  }
}
