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
  const damaged: string[] = []
  const keyOf = (userId: number, sha256: string): string => `${userId}-${sha256}`
  const part = (userId: number, sha256: string): Buffer =>
    parts.get(keyOf(userId, sha256)) ?? Buffer.alloc(0)
  return {
    damaged,
    whole: (sha256) => wholes.get(sha256),
    received: async (userId, sha256) => part(userId, sha256).length,
    openPart: async (userId, sha256) => ({
      async appendFile(piece) {
        parts.set(
          keyOf(userId, sha256),
          Buffer.concat([part(userId, sha256), Buffer.from(piece as Uint8Array)]),
        )
      },
      async close() {
        /* Nothing is held open. */
      },
    }),
    readPart: (userId, sha256) => Readable.from([part(userId, sha256)]),
    async dropPart(userId, sha256) {
      damaged.push(keyOf(userId, sha256))
      parts.delete(keyOf(userId, sha256))
    },
    examinePart: async (userId, sha256) => {
      const bytes = part(userId, sha256)
      return {
        sha256: createHash('sha256').update(bytes).digest('hex'),
        head: bytes.subarray(0, FILE_LIMITS.headBytes),
      }
    },
    async keepPart(userId, sha256) {
      wholes.set(sha256, part(userId, sha256))
      parts.delete(keyOf(userId, sha256))
    },
    size: async (sha256) => wholes.get(sha256)?.length ?? null,
  }
}
