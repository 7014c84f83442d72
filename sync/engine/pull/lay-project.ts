import type { PullPage, SyncRow } from '#schema/api/sync.ts'
import { rowKey } from '../overlay/device-tx.ts'
import type { Arrived } from '../overlay/rebase.ts'
import type { ProjectCursor, StorageTx } from '../ports.ts'

export type ProjectPart = NonNullable<PullPage['project']>

/** The rows of one page, stored. */
export interface Laid {
  /** Numbers of the pages that hold rows. */
  pages: number[]
  keys: ReadonlySet<string>
  /** Keys of rows that left a bucket and may arrive in another. */
  moving: ReadonlySet<string>
  rows: readonly SyncRow[]
  /** Rows that are stored one by one. */
  single: SyncRow[]
  isReload: boolean
  arrived: Arrived
}

export interface Arrival {
  /** The last page of the pull; before it, a missing row may still arrive. */
  isLast: boolean
  /** Keys of rows that were moving on earlier pages. */
  waiting?: ReadonlySet<string> | undefined
}

/** Stores the rows and the cursor of one project. */
export const layProject = async (
  tx: StorageTx,
  { part, cursor }: { part: ProjectPart; cursor: ProjectCursor },
  { isLast, waiting = new Set() }: Arrival,
): Promise<Laid> => {
  const gone = [...new Set([...part.drop, ...part.reset])]
  if (gone.length > 0) await tx.emptyBuckets(part.id, gone)
  const { pages, single } = await tx.layRows(part.id, part.rows)
  const buckets = Object.fromEntries(
    Object.entries({ ...cursor.buckets, ...part.cursors }).filter(
      ([name]) => !part.drop.includes(name),
    ),
  )
  const isComplete = cursor.isComplete && (isLast || part.reset.length === 0)
  tx.putCursor({
    ...cursor,
    epoch: part.epoch,
    buckets,
    head: part.head,
    rev: cursor.rev + 1,
    isDenied: false,
    isComplete,
  })
  // A drop removes the rows of its bucket, so the copy stays complete.
  const arrived = isLast ? 'all' : isComplete || part.drop.length > 0 ? 'part' : 'refill'
  // A row of a dropped bucket does not arrive in another.
  const moving = new Set(
    part.drop.length > 0
      ? []
      : [...waiting, ...keysOf(part.rows.filter(({ row }) => row === null))],
  )
  const keys = keysOf(part.rows)
  return { pages, keys, moving, rows: part.rows, single, isReload: gone.length > 0, arrived }
}

const keysOf = (rows: readonly SyncRow[]): Set<string> =>
  new Set(rows.map((row) => rowKey(row.entity, row.id)))
