import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { BlobStore, PartCopy, PartHandle } from '../blob-store.ts'
import { checkFolder, IncomingFiles, missingBytes } from '../incoming-files.ts'
import { isGone, S3Bucket, type S3Object } from './s3-bucket.ts'
import { S3Client, type S3Patience } from './s3-client.ts'
import { wordsFor } from './s3-error.ts'
import { PartGone, readOn, S3Parts } from './s3-parts.ts'
import type { S3Place } from './s3-place.ts'

interface S3StoreOptions {
  place: S3Place
  /** Folder of this server's disk for files that are being checked. */
  dir: string
  /** Bytes of an upload that are in memory until they are stored. */
  segmentBytes?: number
  patience?: Partial<S3Patience>
}

const SEGMENT_BYTES = 4 * 1_048_576
const MOST_SEARCHES = 3
const EXPORTS = 'exports/'

/**
 * Files as objects `whole/<hash>/<random>`. Every time that bytes are stored they get a new key, and
 * no key is written twice. A removal deletes only keys that it listed before it asked whether the
 * file is used. A sender writes the row first and then its object: so what was listed is either
 * unused, or its row is there. This holds for a process that freezes at any line and comes back.
 */
export class S3Store implements BlobStore {
  readonly #place: S3Place
  readonly #dir: string
  readonly #bucket: S3Bucket
  readonly #parts: S3Parts
  readonly #incoming: IncomingFiles

  constructor({ place, dir, segmentBytes = SEGMENT_BYTES, patience }: S3StoreOptions) {
    this.#place = place
    this.#dir = dir
    this.#bucket = new S3Bucket(new S3Client(place, patience))
    this.#parts = new S3Parts(this.#bucket, segmentBytes)
    this.#incoming = new IncomingFiles(`${dir}/parts`)
  }

  received(userId: number, sha256: string): Promise<number> {
    return this.#parts.received(userId, sha256)
  }
  async openPart(userId: number, sha256: string): Promise<PartHandle> {
    return this.#parts.open(userId, sha256)
  }
  dropPart(userId: number, sha256: string): Promise<void> {
    return this.#parts.drop(userId, sha256)
  }
  async copyPart(userId: number, sha256: string): Promise<PartCopy | null> {
    const pieces = await this.#parts.read(userId, sha256)
    if (pieces === null) return null
    try {
      return await this.#incoming.copy(pieces)
    } catch (error) {
      if (error instanceof PartGone) return null
      throw error
    }
  }

  openIncoming(): Promise<{ path: string; handle: FileHandle }> {
    return this.#incoming.open()
  }
  dropIncoming(path: string): Promise<void> {
    return this.#incoming.drop(path)
  }
  async adoptIncoming(path: string, userId: number, sha256: string): Promise<void> {
    await this.#parts.adopt(path, userId, sha256)
    await this.#incoming.drop(path)
  }
  readCopy(path: string): Readable {
    return createReadStream(path)
  }

  /**
   * Replaces the objects that were there before its own was written. Of several senders at once the
   * object of the last stays.
   */
  async keep(incoming: string, sha256: string): Promise<void> {
    const former = await this.#objects(sha256)
    await this.#bucket.putFile(`whole/${sha256}/${randomUUID()}`, incoming)
    await this.#removeAll(former)
    await this.#incoming.drop(incoming)
  }

  read(sha256: string): Readable {
    return Readable.from(this.#pieces(sha256), { objectMode: false })
  }
  async *#pieces(sha256: string): AsyncGenerator<Buffer, void> {
    let at = 0
    for (let searches = 1; ; searches += 1) {
      try {
        const pieces = readOn(
          this.#bucket,
          async () => {
            const [object] = await this.#objects(sha256)
            if (object === undefined) throw missingBytes()
            return object.key
          },
          at,
        )
        for await (const piece of pieces) {
          at += piece.length
          yield piece
        }
        return
      } catch (error) {
        // A sender of the same bytes has replaced the object between the list and the read.
        if (!isGone(error)) throw error
        if (searches === MOST_SEARCHES) throw missingBytes()
      }
    }
  }

  async size(sha256: string): Promise<number | null> {
    return (await this.#objects(sha256))[0]?.bytes ?? null
  }

  async remove(sha256: string): Promise<void> {
    await this.#removeAll(await this.#objects(sha256))
  }
  async removeUnless(sha256: string, isUsed: () => Promise<boolean>): Promise<void> {
    const found = await this.#objects(sha256)
    if (found.length === 0 || (await isUsed())) return
    await this.#removeAll(found)
  }

  async dropOldParts(before: number): Promise<void> {
    await this.#incoming.dropOld(before)
    await this.#parts.dropOld(before)
    await this.#bucket.dropOldUploads(before)
  }

  dropOldIncoming(before: number): Promise<void> {
    return this.#incoming.dropOldIncoming(before)
  }

  async keepExport(incoming: string, name: string): Promise<void> {
    await this.#bucket.putFile(`${EXPORTS}${name}`, incoming)
    await this.#incoming.drop(incoming)
  }
  async readExport(name: string): Promise<{ bytes: number; content: Readable } | null> {
    const key = `${EXPORTS}${name}`
    const found = (await this.#bucket.list(key)).find((one) => one.key === key)
    if (found === undefined) return null
    const pieces = readOn(this.#bucket, () => key, 0)
    return { bytes: found.bytes, content: Readable.from(pieces, { objectMode: false }) }
  }
  removeExport(name: string): Promise<void> {
    return this.#bucket.remove(`${EXPORTS}${name}`)
  }
  async listExports(): Promise<string[]> {
    return (await this.#bucket.list(EXPORTS)).map(({ key }) => key.slice(EXPORTS.length))
  }

  /** One attempt: who asks decides when to ask again. */
  async check(): Promise<void> {
    await checkFolder(this.#dir)
    try {
      await this.#bucket.put('ready', Buffer.from('ready'), 1)
    } catch (error) {
      throw new Error(wordsFor(error, this.#place), { cause: error })
    }
  }

  #objects(sha256: string): Promise<S3Object[]> {
    return this.#bucket.list(`whole/${sha256}/`)
  }
  async #removeAll(objects: readonly S3Object[]): Promise<void> {
    for (const { key } of objects) await this.#bucket.remove(key)
  }
}
