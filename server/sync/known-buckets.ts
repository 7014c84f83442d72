/** The first protocol whose devices know the parts of answers inside a vendor. */
const PARTS_PROTOCOL = 6
const OF_PARTS = /:w\d+$/

/** The buckets whose rows a device knows. An older device fails on rows of an unknown entity. */
export const knownBuckets = (buckets: readonly string[], schemaVersion: number): string[] =>
  buckets.filter((bucket) => schemaVersion >= PARTS_PROTOCOL || !OF_PARTS.test(bucket))
