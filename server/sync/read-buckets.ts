import { compiledOnce } from '../database/compiled-once.ts'
import type { Database, Queries } from '../database/database.ts'
import { FIRST_SEQ_PER_MS } from '../database/project-lock.ts'
import { newestSeq } from '../database/rows/newest-seq.ts'

export type Positions = Record<string, [cursor: number, base: number]>
interface BucketsPage {
  /** JSON texts of SyncRow. */
  rows: string[]
  cursors: Positions
  reset: string[]
  drop: string[]
  head: number
  /** Whether the page reaches the newest position. */
  isComplete: boolean
}

interface BucketsRequest {
  dialect: Database['dialect']
  projectId: string
  buckets: readonly string[]
  known: Readonly<Positions>
  limit: number
  now: number
}

/**
 * Upper bound for the duration of a transaction: older positions of the log are certainly
 * committed.
 */
const SETTLED_MS = 3_600_000

/**
 * Reads the rows after the cursors, bucket after bucket, at most `limit`. When none are left, all
 * buckets get the same cursor: the newest position that this person can know of. It is never the
 * project's newest position, which would tell a vendor that others are writing.
 */
export const readBuckets = async (
  tx: Queries,
  { dialect, projectId, buckets, known, limit, now }: BucketsRequest,
): Promise<BucketsPage> => {
  const floor = await floorOf(tx, projectId)
  const drop = Object.keys(known).filter((bucket) => !buckets.includes(bucket))
  const last = Math.max(floor, await newestSeq(tx, dialect, { projectId, buckets }))
  // Above the newest row of the rest, the position was that of a lost bucket, or this server went
  // back in time: only another copy is certainly right.
  const isUncertain = (bucket: string): boolean =>
    drop.length > 0 && (known[bucket]?.[0] ?? 0) > last
  const reset = buckets.filter(
    (bucket) => isBelowFloor(known[bucket], floor) || isUncertain(bucket),
  )
  const positions = new Map(
    buckets.map((bucket) => [
      bucket,
      reset.includes(bucket) ? fresh(floor) : startOf(known, bucket, floor),
    ]),
  )

  const rows: string[] = []
  let newest = Math.max(floor, ...[...positions.values()].map(([cursor]) => cursor))
  for (const group of groupsOf(positions)) {
    const room = limit - rows.length
    // Read one row more than fits, so that a device that got the last row need not ask again.
    const read = await readGroup(tx, group, { projectId, limit: room + 1 })
    const found = read.slice(0, room)
    for (const row of found)
      rows.push(
        `{"bucket":${JSON.stringify(row.bucket)},"entity":"${row.entity}","id":${JSON.stringify(row.entity_id)},"row":${row.body ?? 'null'}}`,
      )
    const reached = found.at(-1)?.seq
    if (reached !== undefined) newest = Math.max(newest, reached)
    // Store the cursor of this group; the page that completes the pull replaces it with the common
    // cursor of all buckets.
    if (reached !== undefined)
      for (const bucket of group.buckets)
        positions.set(bucket, [reached, positions.get(bucket)?.[1] ?? floor])
    if (read.length > room)
      return {
        rows,
        cursors: Object.fromEntries(positions),
        reset,
        drop,
        head: newest,
        isComplete: false,
      }
  }
  // A first copy skips deletions, but counts as being at their position. Below the device's own
  // position it proves that this server went back in time.
  newest = last
  // The floor counts deletions in all buckets, including those hidden from this person. A copy that
  // is complete now is at least as new as every settled transaction.
  const base = Math.max(newest, (now - SETTLED_MS) * FIRST_SEQ_PER_MS)
  const cursors: Positions = Object.fromEntries(buckets.map((bucket) => [bucket, [newest, base]]))
  return { rows, cursors, reset, drop, head: newest, isComplete: true }
}

type Position = Positions[string]
/**
 * The log has no deletions up to the floor, so a copy last complete before the floor must be
 * replaced.
 */
const isBelowFloor = (position: Position | undefined, floor: number): boolean =>
  (position?.[1] ?? floor) < floor

/** A bucket unknown to the device is read from the beginning. */
const startOf = (known: Readonly<Positions>, bucket: string, floor: number): Position =>
  known[bucket] ?? fresh(floor)

const fresh = (floor: number): [number, number] => [0, floor]

interface Group {
  cursor: number
  buckets: string[]
}
/**
 * Groups buckets with the same cursor, to be read together in the order of the log. Buckets of a
 * first copy stay separate, because reading one bucket needs no sorting.
 */
const groupsOf = (positions: ReadonlyMap<string, [number, number]>): Group[] => {
  const groups: Group[] = []
  for (const [bucket, [cursor]] of positions) {
    const group = groups.find((candidate) => candidate.cursor === cursor)
    if (group !== undefined && cursor > 0) group.buckets.push(bucket)
    else groups.push({ cursor, buckets: [bucket] })
  }
  return groups
}

const findFloor = compiledOnce((tx, { projectId }: { projectId: string }) =>
  tx.selectFrom('project_sync').select('floor').where('project_id', '=', projectId),
)
const floorOf = async (tx: Queries, projectId: string): Promise<number> => {
  const [row] = await findFloor(tx, { projectId })
  if (row === undefined) throw new Error(`The project ${projectId} has no place in the log`)
  return row.floor
}

type Range = { projectId: string; buckets: string[]; cursor: number; limit: number }
const rowsAfter = (tx: Queries, { projectId, buckets, cursor, limit }: Range) =>
  tx
    .selectFrom('sync_row')
    .select(['seq', 'bucket', 'entity', 'entity_id', 'body'])
    .where('project_id', '=', projectId)
    .where('bucket', 'in', buckets)
    .where('seq', '>', cursor)
    .orderBy('seq')
    .limit(limit)
const findRows = compiledOnce(rowsAfter)
const findFirstRows = compiledOnce((tx, range: Range) =>
  rowsAfter(tx, range).where('body', 'is not', null),
)

const readGroup = async (
  tx: Queries,
  { cursor, buckets }: Group,
  { projectId, limit }: { projectId: string; limit: number },
) =>
  // A first copy has nothing to delete.
  await (cursor === 0 ? findFirstRows : findRows)(tx, { projectId, buckets, cursor, limit })
