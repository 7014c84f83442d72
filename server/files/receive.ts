import type { Readable } from 'node:stream'
import { Refusal } from '#schema/refusal.ts'
import { kindOfBytes } from '#schema/rules/files/files.ts'
import type { FileKind } from '#schema/tables/file-types.ts'
import type { Database } from '../database/database.ts'
import {
  announceUpload,
  completeUpload,
  forgetUpload,
  isSentWhole,
  noteStored,
  type Sender,
} from '../database/files/uploads.ts'
import type { BlobStore, PartHandle } from './blob-store.ts'
import type { ScanFile } from './scan.ts'

export interface FilePorts {
  database: Database
  blobs: BlobStore
  clock: () => number
  /** Limit for the bytes of all files of one organization. */
  quotaBytes: number
  turns: UploadTurns
  /** Scans every file before it can be used; undefined if no scanner is configured. */
  scan?: ScanFile | undefined
}
/** The part of BlobStore that an upload needs. */
export type PartStore = Pick<
  BlobStore,
  'received' | 'openPart' | 'dropPart' | 'copyPart' | 'readCopy' | 'dropIncoming' | 'keep' | 'size'
>
type UploadPorts = Omit<FilePorts, 'blobs'> & { blobs: PartStore }

export interface Piece {
  sha256: string
  bytes: number
  offset: number
  body: Readable | null
}
export interface Received {
  received: number
  isComplete: boolean
}

/** Simultaneous uploads of one person; a device sends one at a time. */
const MOST_OF_PERSON = 20

interface Turn {
  userId: number
  sha256: string
}

/**
 * Lets one request at a time write an upload. A newer request for the same upload ends the older
 * one: the device has reconnected, and the server has not noticed that the old connection is gone.
 */
export class UploadTurns {
  readonly #running = new Map<string, { body: Readable | null; done: Promise<unknown> }>()

  get running(): number {
    return this.#running.size
  }

  async take<T>(turn: Turn, body: Readable | null, work: () => Promise<T>): Promise<T> {
    const { userId } = turn
    const key = `${userId} ${turn.sha256}`
    this.#requireRoom(userId, key)
    for (
      let before = this.#running.get(key);
      before !== undefined;
      before = this.#running.get(key)
    ) {
      before.body?.destroy(new Error('The upload goes on by another connection'))
      await before.done.catch(() => undefined)
    }
    this.#requireRoom(userId, key)
    const done = work()
    this.#running.set(key, { body, done })
    try {
      return await done
    } finally {
      this.#running.delete(key)
    }
  }

  #requireRoom(userId: number, key: string): void {
    const isOther = (one: string): boolean => one.startsWith(`${userId} `) && one !== key
    const others = [...this.#running.keys()].filter(isOther)
    if (others.length >= MOST_OF_PERSON) throw new Refusal('UNAVAILABLE')
  }
}

/**
 * Adds a piece to an upload. A piece that does not begin at the end of the received bytes is not
 * written; the answer always tells where to continue. Bytes received before a connection broke are
 * kept. Another server may write the same upload, for a connection that it does not know to be gone.
 * The answer depends on nothing that other people have uploaded.
 */
export const receivePiece = async (
  ports: UploadPorts,
  sender: Sender,
  piece: Piece,
): Promise<Received> => {
  const { sha256, bytes } = piece
  return await ports.turns.take({ userId: sender.userId, sha256 }, piece.body, async () => {
    const isWhole = await isSentWhole(ports.database.queries, sender.userId, sha256)
    if (isWhole && (await ports.blobs.size(sha256)) === bytes)
      return { received: bytes, isComplete: true }
    const isRoom = await ports.database.write((tx) =>
      announceUpload(tx, sender, {
        sha256,
        bytes,
        now: ports.clock(),
        quotaBytes: ports.quotaBytes,
      }),
    )
    if (!isRoom) throw new Refusal('FILE_QUOTA')
    const before = await ports.blobs.received(sender.userId, sha256)
    const received =
      piece.body !== null && before < bytes && isNextPiece(piece, before)
        ? await writeOn(ports, sender, { ...piece, body: piece.body })
        : before
    if (received < bytes) return { received, isComplete: false }
    await finish(ports, sender, { sha256, bytes, isLength: received === bytes })
    return { received, isComplete: true }
  })
}

const isNextPiece = ({ offset }: Piece, receivedBytes: number): boolean => offset === receivedBytes

/** Stores a file that was received into a temporary file, as if it had arrived in pieces. */
export const receiveWhole = (
  ports: FilePorts,
  sender: Sender,
  { sha256, bytes, path }: { sha256: string; bytes: number; path: string },
): Promise<void> =>
  ports.turns.take({ userId: sender.userId, sha256 }, null, async () => {
    const isRoom = await ports.database.write((tx) =>
      announceUpload(tx, sender, {
        sha256,
        bytes,
        now: ports.clock(),
        quotaBytes: ports.quotaBytes,
      }),
    )
    if (!isRoom) throw new Refusal('FILE_QUOTA')
    await ports.blobs.adoptIncoming(path, sender.userId, sha256)
    await finish(ports, sender, { sha256, bytes, isLength: true })
  })

const writeOn = async (
  { blobs }: UploadPorts,
  { userId }: Sender,
  { sha256, bytes, offset, body }: Piece & { body: Readable },
): Promise<number> => {
  const part = await blobs.openPart(userId, sha256)
  try {
    // Another server may have given up the upload since its size was read.
    const { size } = await part.stat()
    if (size < offset) return size
    return await writeAll(part, body, { offset, bytes })
  } finally {
    await part.close()
  }
}

/** Stops once the body exceeds the announced length, and then returns a larger number. */
const writeAll = async (
  part: PartHandle,
  body: Readable,
  { offset, bytes }: Pick<Piece, 'offset' | 'bytes'>,
): Promise<number> => {
  let at = offset
  try {
    // Leaving the loop early must not destroy the body: the answer uses the same connection.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      const piece = chunk as Buffer
      if (at + piece.length > bytes) return bytes + 1
      for (let done = 0; done < piece.length;) {
        const left = piece.length - done
        done += (await part.write(piece, done, left, at + done)).bytesWritten
      }
      at += piece.length
    }
  } catch (cause) {
    // The connection has ended. This refusal reaches no client, and the received bytes stay.
    if (body.errored !== null && body.errored === cause) throw new Refusal('UNAVAILABLE', { cause })
    throw cause
  }
  return at
}

interface Finished {
  sha256: string
  bytes: number
  /** Whether exactly the announced number of bytes was received. */
  isLength: boolean
}

/**
 * Checks an upload and stores it. The bytes are written between two transactions, not in one: a slow
 * disk must not hold a lock of the database. After a crash in between, the device sends again.
 */
const finish = async (
  ports: UploadPorts,
  { userId }: Sender,
  { sha256, bytes, isLength }: Finished,
): Promise<void> => {
  const { database, blobs, clock, scan } = ports
  const forget = async (): Promise<void> => {
    await blobs.dropPart(userId, sha256)
    await database.write((tx) => forgetUpload(tx, userId, sha256))
  }
  if (!isLength) {
    await forget()
    throw new Refusal('FILE_DAMAGED')
  }
  const copy = await blobs.copyPart(userId, sha256)
  if (copy === null) return await requireTakenElsewhere(ports, userId, sha256)
  try {
    const kind: FileKind | null = kindOfBytes(copy.head)
    const isWhole = copy.sha256 === sha256 && copy.bytes === bytes
    if (!isWhole || kind === null) {
      await forget()
      throw isWhole
        ? new Refusal('validation.mimes', { detail: { type: 'unknown' } })
        : new Refusal('FILE_DAMAGED')
    }
    try {
      await scan?.(blobs.readCopy(copy.path))
    } catch (error) {
      // If the scan could not run, keep everything: the next request scans again.
      if (error instanceof Refusal && error.code === 'FILE_STORAGE_NOT_CLEAN_REJECTED')
        await forget()
      throw error
    }
    await database.write((tx) => noteStored(tx, { sha256, bytes, kind, now: clock() }))
    await blobs.keep(copy.path, sha256)
    await database.write((tx) => completeUpload(tx, { userId, sha256 }, clock()))
    await blobs.dropPart(userId, sha256)
  } finally {
    await blobs.dropIncoming(copy.path)
  }
}

/** Another server has finished or given up the upload; the device asks again. */
const requireTakenElsewhere = async (
  { database }: UploadPorts,
  userId: number,
  sha256: string,
): Promise<void> => {
  if (!(await isSentWhole(database.queries, userId, sha256))) throw new Refusal('UNAVAILABLE')
}
