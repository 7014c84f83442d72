import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Refusal } from '#schema/refusal.ts'
import { RESTORE_LIMITS } from '#schema/tables/limits.ts'
import { ArchiveProblem } from '../archive/archive-problem.ts'
import type { BlobStore } from '../files/blob-store.ts'

/** The name of an entry can be as long as the format allows. */
const LONGEST_NAME = 200

const asRefusal = (problem: ArchiveProblem): Refusal =>
  new Refusal('ARCHIVE_INVALID', {
    detail: {
      problem: problem.message.slice(-2 * LONGEST_NAME),
      ...(problem.entry === null ? {} : { entry: problem.entry.slice(0, LONGEST_NAME) }),
      ...(problem.line === undefined ? {} : { line: problem.line }),
    },
    cause: problem,
  })

const takeBytes = async (body: Readable, file: FileHandle): Promise<void> => {
  let bytes = 0
  // Leaving the loop early must not destroy the body: the answer uses the same connection.
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    const piece = chunk as Buffer
    bytes += piece.length
    if (bytes > RESTORE_LIMITS.bytes)
      throw new Refusal('TOO_LARGE', {
        detail: { limit: `${RESTORE_LIMITS.bytes / 1_000_000} MB` },
      })
    await file.appendFile(piece)
  }
}

/**
 * Writes the body to a temporary file, runs `work` on it, and removes it. A problem of the archive
 * becomes a refusal that names entry and line.
 */
export const withReceivedArchive = async <T>(
  blobs: Pick<BlobStore, 'openIncoming' | 'dropIncoming'>,
  body: unknown,
  work: (file: FileHandle) => Promise<T>,
): Promise<T> => {
  if (!(body instanceof Readable))
    throw new Refusal('INPUT_INVALID', {
      field: 'body',
      detail: { field: 'body', problem: 'is no file' },
    })
  const { path, handle } = await blobs.openIncoming()
  try {
    try {
      await takeBytes(body, handle)
    } finally {
      await handle.close()
    }
    const file = await open(path, 'r')
    try {
      return await work(file)
    } finally {
      await file.close()
    }
  } catch (cause) {
    // The connection has ended; this refusal reaches no client.
    if (body.errored !== null && body.errored === cause) throw new Refusal('UNAVAILABLE', { cause })
    throw cause instanceof ArchiveProblem ? asRefusal(cause) : cause
  } finally {
    body.resume()
    await blobs.dropIncoming(path)
  }
}
