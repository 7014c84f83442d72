import { compiledOnce } from '../database/compiled-once.ts'
import type { Database, Queries } from '../database/database.ts'
import { FIRST_SEQ_PER_MS } from '../database/project-lock.ts'
import { newestSeq } from '../database/rows/newest-seq.ts'

export type Positions = Record<string, [cursor: number, base: number]>
export interface BucketsPage {
  /** Each one JSON text of a SyncRow. */
  rows: string[]
  cursors: Positions
  reset: string[]
  drop: string[]
  head: number
  /** Everything up to now is in. */
  isComplete: boolean
}

export interface BucketsRequest {
  dialect: Database['dialect']
  projectId: string
  buckets: readonly string[]
  known: Readonly<Positions>
  limit: number
  now: number
}

/** No transaction lives longer: what is older in the log is certainly committed. */
const SETTLED_MS = 3_600_000

/**
 * What follows the cursors, bucket after bucket, at most `limit` rows. Once nothing is left, all
 * buckets stand at one position: the newest that this person can know of, never the project's head,
 * which would tell a vendor that others are writing.
 */
export const readBuckets = async (
  tx: Queries,
  { dialect, projectId, buckets, known, limit, now }: BucketsRequest,
): Promise<BucketsPage> => {
  const floor = await floorOf(tx, projectId)
  const reset = buckets.filter((bucket) => isBelowFloor(known[bucket], floor))
  const drop = Object.keys(known).filter((bucket) => !buckets.includes(bucket))
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
    // Read one more than there is room for: a device with the last row need not ask again.
    const read = await readGroup(tx, projectId, group, room + 1)
    const found = read.slice(0, room)
    for (const row of found)
      rows.push(
        `{"bucket":${JSON.stringify(row.bucket)},"entity":"${row.entity}","id":${JSON.stringify(row.entity_id)},"row":${row.body ?? 'null'}}`,
      )
    const last = found.at(-1)?.seq
    if (last !== undefined) newest = Math.max(newest, last)
    // Where it is read to the end, only the common end of all buckets is written down, below or
    // with the page that gets there.
    if (last !== undefined)
      for (const bucket of group.buckets)
        positions.set(bucket, [last, positions.get(bucket)?.[1] ?? floor])
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
  // A first copy skips deletions, and is as new as they are.
  if ([...positions.values()].some(([cursor]) => cursor === 0) || rows.length > 0)
    newest = Math.max(newest, await newestSeq(tx, dialect, projectId, buckets))
  // The floor counts deletions of all buckets, also of those that this person cannot see: a copy
  // complete by now is at least as new as the clock says.
  const base = Math.max(newest, (now - SETTLED_MS) * FIRST_SEQ_PER_MS)
  const cursors: Positions = Object.fromEntries(buckets.map((bucket) => [bucket, [newest, base]]))
  return { rows, cursors, reset, drop, head: newest, isComplete: true }
}

type Position = Positions[string]
/** The log keeps no deletion up to the floor: replace a copy that was last complete before it. */
const isBelowFloor = (position: Position | undefined, floor: number): boolean =>
  (position?.[1] ?? floor) < floor

/** A bucket that the device does not know yet is read from the beginning. */
const startOf = (known: Readonly<Positions>, bucket: string, floor: number): Position =>
  known[bucket] ?? fresh(floor)

const fresh = (floor: number): [number, number] => [0, floor]

interface Group {
  cursor: number
  buckets: string[]
}
/**
 * Buckets that stand at one place are read together, in the order of the log; a first sync goes
 * bucket by bucket, which needs no sorting.
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
  projectId: string,
  { cursor, buckets }: Group,
  limit: number,
) =>
  // A device that begins with nothing has nothing to delete.
  await (cursor === 0 ? findFirstRows : findRows)(tx, { projectId, buckets, cursor, limit })
