import { createHash } from 'node:crypto'

/**
 * Changes exactly when the set of buckets does, or the database is another one, and tells nothing
 * else: a live change from before a backup was restored fits no copy made afterwards.
 */
export const epochOf = (serverId: string, buckets: readonly string[]): number =>
  createHash('sha256')
    .update([serverId, ...buckets].join('\n'))
    .digest()
    .readUIntBE(0, 6)
