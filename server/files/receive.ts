import type { FileHandle } from 'node:fs/promises'
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
import type { BlobStore } from './blob-store.ts'
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
export interface PartStore extends Pick<
  BlobStore,
  'received' | 'dropPart' | 'examinePart' | 'keepPart' | 'size'
> {
  openPart(userId: number, sha256: string): Promise<Pick<FileHandle, 'appendFile' | 'close'>>
  readPart(userId: number, sha256: string): Readable
}
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
 * Appends a piece to an upload. A piece that does not begin at the end of the received bytes is not
 * written; the answer always tells where to continue. Bytes received before a connection broke are
 * kept. The answer depends on nothing that other people have uploaded.
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
        ? await append(ports, sender, { ...piece, body: piece.body })
        : before
    if (received < bytes) return { received, isComplete: false }
    await finish(ports, sender, { sha256, isLength: received === bytes })
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
    await finish(ports, sender, { sha256, isLength: true })
  })

const append = async (
  { blobs }: UploadPorts,
  { userId }: Sender,
  { sha256, bytes, offset, body }: Piece & { body: Readable },
): Promise<number> => {
  const part = await blobs.openPart(userId, sha256)
  try {
    return await writeAll(part, body, { offset, bytes })
  } finally {
    await part.close()
  }
}

/** Stops once the body exceeds the announced length, and then returns a larger number. */
const writeAll = async (
  part: Pick<FileHandle, 'appendFile'>,
  body: Readable,
  { offset, bytes }: Pick<Piece, 'offset' | 'bytes'>,
): Promise<number> => {
  let at = offset
  try {
    // Leaving the loop early must not destroy the body: the answer uses the same connection.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      const piece = chunk as Buffer
      if (at + piece.length > bytes) return bytes + 1
      await part.appendFile(piece)
      at += piece.length
    }
  } catch (cause) {
    // The connection has ended. This refusal reaches no client, and the received bytes stay.
    if (body.errored !== null && body.errored === cause) throw new Refusal('UNAVAILABLE', { cause })
    throw cause
  }
  return at
}

const finish = async (
  { database, blobs, clock, scan }: UploadPorts,
  { userId }: Sender,
  { sha256, isLength }: { sha256: string; isLength: boolean },
): Promise<void> => {
  const forget = async (): Promise<void> => {
    await blobs.dropPart(userId, sha256)
    await database.write((tx) => forgetUpload(tx, userId, sha256))
  }
  const part = isLength ? await blobs.examinePart(userId, sha256) : null
  const kind: FileKind | null = part === null ? null : kindOfBytes(part.head)
  if (part === null || part.sha256 !== sha256 || kind === null) {
    await forget()
    throw part?.sha256 === sha256
      ? new Refusal('validation.mimes', { detail: { type: 'unknown' } })
      : new Refusal('FILE_DAMAGED')
  }
  try {
    await scan?.(blobs.readPart(userId, sha256))
  } catch (error) {
    // If the scan could not run, keep everything: the next request scans again.
    if (error instanceof Refusal && error.code === 'FILE_STORAGE_NOT_CLEAN_REJECTED') await forget()
    throw error
  }
  const bytes = await blobs.received(userId, sha256)
  await database.write(async (tx) => {
    await noteStored(tx, { sha256, bytes, kind, now: clock() })
    await blobs.keepPart(userId, sha256)
    await completeUpload(tx, { userId, sha256 }, clock())
  })
}
