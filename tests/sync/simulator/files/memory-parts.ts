import { createHash } from 'node:crypto'
import type { PartStore } from '#server/files/receive.ts'
import { FILE_LIMITS } from '#schema/tables/file-types.ts'
import { Readable } from 'node:stream'

/**
 * The server's folder of files, in memory; it outlives a crash of the server and a restored
 * database.
 */
export interface MemoryParts extends PartStore {
  /** The complete bytes of a hash. */
  whole(sha256: string): Buffer | undefined
  /** Uploads that were discarded, because their bytes did not match their hash. */
  readonly damaged: readonly string[]
}

export const createMemoryParts = (): MemoryParts => {
  const parts = new Map<string, Buffer>()
  const wholes = new Map<string, Buffer>()
  const copies = new Map<string, Buffer>()
  let numbered = 0
  const damaged: string[] = []
  const keyOf = (userId: number, sha256: string): string => `${userId}-${sha256}`
  const part = (userId: number, sha256: string): Buffer =>
    parts.get(keyOf(userId, sha256)) ?? Buffer.alloc(0)
  return {
    damaged,
    whole: (sha256) => wholes.get(sha256),
    received: async (userId, sha256) => part(userId, sha256).length,
    openPart: async (userId, sha256) => ({
      stat: async () => ({ size: part(userId, sha256).length }),
      async write(piece, offset, length, position) {
        const before = part(userId, sha256)
        const bytes = Buffer.alloc(Math.max(before.length, position + length))
        before.copy(bytes)
        bytes.set(piece.subarray(offset, offset + length), position)
        parts.set(keyOf(userId, sha256), bytes)
        return { bytesWritten: length }
      },
      async close() {
        /* Nothing is held open. */
      },
    }),
    readCopy: (path) => Readable.from([copies.get(path) ?? Buffer.alloc(0)]),
    async dropPart(userId, sha256) {
      if (!wholes.has(sha256)) damaged.push(keyOf(userId, sha256))
      parts.delete(keyOf(userId, sha256))
    },
    copyPart: async (userId, sha256) => {
      const bytes = parts.get(keyOf(userId, sha256))
      if (bytes === undefined) return null
      const path = `copy-${++numbered}`
      copies.set(path, bytes)
      return {
        path,
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        head: bytes.subarray(0, FILE_LIMITS.headBytes),
      }
    },
    async keep(path, sha256) {
      wholes.set(sha256, copies.get(path) ?? Buffer.alloc(0))
    },
    dropIncoming: async (path) => void copies.delete(path),
    size: async (sha256) => wholes.get(sha256)?.length ?? null,
  }
}
