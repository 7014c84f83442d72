import type { PullPage, SyncRow } from '#schema/api/sync.ts'
import { rowKey } from '../overlay/device-tx.ts'
import type { Arrived } from '../overlay/rebase.ts'
import type { OverlayRow, ProjectCursor, StorageTx } from '../ports.ts'

export type ProjectPart = NonNullable<PullPage['project']>

/** The rows of one page, stored. */
export interface Laid {
  /** Numbers of the pages that hold rows. */
  pages: number[]
  keys: ReadonlySet<string>
  /** Keys of rows that left a bucket and may arrive in another. */
  moving: ReadonlySet<string>
  /** Keys of unsent rows that left with a dropped bucket. */
  dropped: ReadonlySet<string>
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
  const dropped = await dropBuckets(tx, part)
  if (part.reset.length > 0) await tx.emptyBuckets(part.id, part.reset)
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
  // A drop removes the rows of its bucket, so the copy stays complete. Where other buckets of a
  // complete copy are fetched again with it, `dropped` tells which rows do not come back.
  const isDrop = part.drop.length > 0 && !(cursor.isComplete && part.reset.length > 0)
  const arrived = isLast ? 'all' : isComplete || isDrop ? 'part' : 'refill'
  // A row of a dropped bucket does not arrive in another.
  const moving = new Set(
    part.drop.length > 0
      ? []
      : [...waiting, ...keysOf(part.rows.filter(({ row }) => row === null))],
  )
  const keys = keysOf(part.rows)
  const isReload = part.drop.length + part.reset.length > 0
  return { pages, keys, moving, dropped, rows: part.rows, single, isReload, arrived }
}

/** @returns keys of the unsent rows that were in these buckets only */
const dropBuckets = async (
  tx: StorageTx,
  { id: projectId, drop }: ProjectPart,
): Promise<Set<string>> => {
  if (drop.length === 0) return new Set()
  const isStored = async ({ entity, id }: OverlayRow): Promise<boolean> =>
    (await tx.baseRow(projectId, entity, id)) !== undefined
  const stored: OverlayRow[] = []
  for (const row of await tx.overlayRows(projectId)) if (await isStored(row)) stored.push(row)
  await tx.emptyBuckets(projectId, drop)
  const dropped = new Set<string>()
  for (const row of stored) if (!(await isStored(row))) dropped.add(rowKey(row.entity, row.id))
  return dropped
}

const keysOf = (rows: readonly SyncRow[]): Set<string> =>
  new Set(rows.map((row) => rowKey(row.entity, row.id)))
