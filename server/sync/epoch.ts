import { createHash } from 'node:crypto'

/**
 * A number that changes exactly when the set of buckets changes or another database is restored,
 * and reveals nothing else. A live change from before a restore therefore matches no copy made
 * after it.
 */
export const epochOf = (serverId: string, buckets: readonly string[]): number =>
  createHash('sha256')
    .update([serverId, ...buckets].join('\n'))
    .digest()
    .readUIntBE(0, 6)
