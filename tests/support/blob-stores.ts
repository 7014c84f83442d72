import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BlobStore } from '#server/files/blob-store.ts'
import { FolderStore } from '#server/files/folder-store.ts'
import type { S3Patience } from '#server/files/s3/s3-client.ts'
import { parseS3Url } from '#server/files/s3/s3-place.ts'
import { S3Store } from '#server/files/s3/s3-store.ts'
import { CREDENTIALS, hasS3, type S3Server, startS3 } from './s3-server.ts'

export type StoreKind = 'folder' | 's3'
/** The adapters that can be tried on this machine. */
export const STORE_KINDS: readonly StoreKind[] = hasS3 ? ['folder', 's3'] : ['folder']

/** So that small files have several segments. */
const SEGMENT_BYTES = 10_000
/** A storage on this machine answers soon, or not at all. */
const PATIENCE: S3Patience = { silenceMs: 10_000, tries: 4, pauseMs: 20 }

export interface TestStores {
  /** The same store, as another server has it. */
  open(options?: { port?: number; patience?: Partial<S3Patience> }): BlobStore
  /** The folder of the files, or of those that are being checked. */
  dir: string
  /** null for a folder. */
  s3: S3Server | null
  close(): Promise<void>
}

/** A new store of this kind. */
export const buildStores = async (kind: StoreKind): Promise<TestStores> => {
  const dir = await mkdtemp(join(tmpdir(), 'tenderbook-files-'))
  const s3 = kind === 's3' ? await startS3() : null
  await s3?.createBucket('tenders')
  return {
    dir,
    s3,
    open: ({ port, patience } = {}) =>
      s3 === null
        ? new FolderStore(dir)
        : new S3Store({
            place: parseS3Url(s3.urlOf('tenders', port), CREDENTIALS),
            dir,
            segmentBytes: SEGMENT_BYTES,
            patience: { ...PATIENCE, ...patience },
          }),
    close: async () => {
      await s3?.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Stores bytes as a checked upload is stored. */
export const keepBytes = async (
  store: BlobStore,
  bytes: Uint8Array,
  sha256: string,
): Promise<void> => {
  const { path, handle } = await store.openIncoming()
  try {
    await handle.writeFile(bytes)
  } finally {
    await handle.close()
  }
  await store.keep(path, sha256)
}

/** null if the bytes are not there. */
export const readBytes = async (store: BlobStore, sha256: string): Promise<Buffer | null> => {
  const pieces: Buffer[] = []
  try {
    for await (const piece of store.read(sha256) as AsyncIterable<Buffer>) pieces.push(piece)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  return Buffer.concat(pieces)
}

/** Writes a piece of an upload. */
export const writePiece = async (
  store: BlobStore,
  { userId, sha256, offset }: { userId: number; sha256: string; offset: number },
  bytes: Uint8Array,
): Promise<void> => {
  const part = await store.openPart(userId, sha256)
  try {
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await part.write(bytes, done, bytes.length - done, offset + done)
      done += bytesWritten
    }
  } finally {
    await part.close()
  }
}
