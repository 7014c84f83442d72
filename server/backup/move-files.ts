import { createHash } from 'node:crypto'
import type { Queries } from '../database/database.ts'
import { findRemovedFiles, hasFile } from '../database/files/removed-files.ts'
import type { BlobStore } from '../files/blob-store.ts'
import type { DatabasePlace } from './database-place.ts'
import { moveExports } from './move-exports.ts'
import { readHeld } from './source-place.ts'

interface MovePorts {
  place: DatabasePlace
  from: BlobStore
  to: BlobStore
  tell: (line: string) => void
}
interface FileRow {
  sha256: string
  bytes: number
}
export interface MovedFiles {
  /** Files that the target has now, with equal length and hash. */
  files: number
  bytes: number
  /** Those of them that it had before, for example from a run that was interrupted. */
  present: number
  /** Files that the source does not have, or not with these bytes. */
  missing: { sha256: string; isAttached: boolean }[]
  /** Finished exports that the target has now, and those whose file neither store has. */
  exports: number
  lostExports: number
}

const TELL_EVERY = 100

/**
 * Copies every file and finished export that the database names. The files of the source stay. Each file is read again
 * from the target. A run that was interrupted is repeated: it passes over what is there.
 * @throws if a server uses the database
 */
export const moveFiles = async ({ place, from, to, tell }: MovePorts): Promise<MovedFiles> =>
  await readHeld(place, async ({ tx }) => {
    await putBackAsides(tx, from)
    const rows = await tx
      .selectFrom('blobs')
      .select(['sha256', 'bytes'])
      .orderBy('sha256')
      .execute()
    const attached = await readAttached(tx)
    const moved: MovedFiles = {
      files: 0,
      bytes: 0,
      present: 0,
      missing: [],
      ...(await moveExports(tx, { from, to })),
    }
    for (const [index, row] of rows.entries()) {
      if (index % TELL_EVERY === 0) tell(`${index} of ${rows.length} files`)
      const isPresent = await hasSound(to, row)
      if (isPresent || (await copyFile({ from, to }, row))) {
        moved.files += 1
        moved.bytes += row.bytes
        if (isPresent) moved.present += 1
      } else moved.missing.push({ sha256: row.sha256, isAttached: attached.has(row.sha256) })
    }
    return moved
  })

/** A removal that a crash interrupted may have left the only bytes of a used file aside. */
const putBackAsides = async (tx: Queries, from: BlobStore): Promise<void> => {
  for (const sha256 of await findRemovedFiles(tx))
    await from.removeUnless(sha256, () => hasFile(tx, sha256))
}

const readAttached = async (tx: Queries): Promise<ReadonlySet<string>> => {
  const rows = await tx.selectFrom('attachments').select('content_hash').distinct().execute()
  return new Set(rows.map(({ content_hash }) => content_hash))
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EIO')

/**
 * Reads a file to its end.
 * @returns whether it is there and has this length and hash
 */
const hasSound = async (
  store: BlobStore,
  { sha256, bytes }: FileRow,
  take: (piece: Buffer) => Promise<void> = async () => undefined,
): Promise<boolean> => {
  if ((await store.size(sha256)) !== bytes) return false
  const hash = createHash('sha256')
  let read = 0
  try {
    for await (const piece of store.read(sha256) as AsyncIterable<Buffer>) {
      hash.update(piece)
      read += piece.length
      await take(piece)
    }
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
  return read === bytes && hash.digest('hex') === sha256
}

/** @returns false if the source does not have the file */
const copyFile = async (
  { from, to }: Pick<MovePorts, 'from' | 'to'>,
  row: FileRow,
): Promise<boolean> => {
  const { path, handle } = await to.openIncoming()
  try {
    const isSound = await hasSound(from, row, (piece) => handle.appendFile(piece))
    if (!isSound) return false
    await handle.sync()
    await to.keep(path, row.sha256)
  } finally {
    await handle.close()
    await to.dropIncoming(path)
  }
  if (!(await hasSound(to, row)))
    throw new Error(`${row.sha256} was written, and read back with other bytes`)
  return true
}
