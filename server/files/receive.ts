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
  /** Bytes that one organization may have on the server. */
  quotaBytes: number
  turns: UploadTurns
  /** Every file is looked at before anybody may name it; none = there is no scanner. */
  scan?: ScanFile | undefined
}
/** What an upload needs of the folder of files. */
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

/** Uploads of one person at the same time; a device sends one. */
const MOST_OF_PERSON = 20

interface Turn {
  userId: number
  sha256: string
}

/**
 * One piece of one upload is written at a time. A later one ends the one before: that is the same
 * device again, whose former connection was cut without our hearing of it.
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
 * Takes what follows the bytes that have arrived. A piece that begins elsewhere is not written;
 * either way the answer says where to go on, and what a cut connection brought stays. Nothing in
 * the answer depends on what others have sent.
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
        ? await append(ports, sender, piece, piece.body)
        : before
    if (received < bytes) return { received, isComplete: false }
    await finish(ports, sender, sha256, received === bytes)
    return { received, isComplete: true }
  })
}

/** Whether the piece begins where the bytes that have arrived end. */
const isNextPiece = ({ offset }: Piece, receivedBytes: number): boolean => offset === receivedBytes

/** Takes a file that is here already, aside from the parts, as if it had come by pieces. */
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
    await finish(ports, sender, sha256, true)
  })

const append = async (
  { blobs }: UploadPorts,
  { userId }: Sender,
  { sha256, bytes, offset }: Piece,
  body: Readable,
): Promise<number> => {
  const part = await blobs.openPart(userId, sha256)
  try {
    return await writeAll(part, body, offset, bytes)
  } finally {
    await part.close()
  }
}

/** Ends early rather than writing more than was announced. */
const writeAll = async (
  part: Pick<FileHandle, 'appendFile'>,
  body: Readable,
  offset: number,
  bytes: number,
): Promise<number> => {
  let at = offset
  try {
    // Not destroyed when it is left early: the answer goes out by the same connection.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      const piece = chunk as Buffer
      if (at + piece.length > bytes) return bytes + 1
      await part.appendFile(piece)
      at += piece.length
    }
  } catch (cause) {
    // The connection is gone: no answer is needed, and the bytes that came stay.
    if (body.errored !== null && body.errored === cause) throw new Refusal('UNAVAILABLE', { cause })
    throw cause
  }
  return at
}

const finish = async (
  { database, blobs, clock, scan }: UploadPorts,
  { userId }: Sender,
  sha256: string,
  isLength: boolean,
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
    // Where the scan could not run, keep everything: the next request scans again.
    if (error instanceof Refusal && error.code === 'FILE_STORAGE_NOT_CLEAN_REJECTED') await forget()
    throw error
  }
  const bytes = await blobs.received(userId, sha256)
  await database.write(async (tx) => {
    await noteStored(tx, sha256, bytes, kind, clock())
    await blobs.keepPart(userId, sha256)
    await completeUpload(tx, userId, sha256, clock())
  })
}
