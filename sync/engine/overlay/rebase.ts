import type { RemovedRow } from '#schema/mutations/mutation.ts'
import { Refusal } from '#schema/refusal.ts'
import type { RowChange } from '../change.ts'
import { commandOf, type Commands, runCommand } from '../outbox/commands.ts'
import type { OutboxEntry, OverlayRow, StorageTx } from '../ports.ts'
import {
  type Author,
  overlayView,
  parseRowKey,
  rowKey,
  type WrittenRow,
  type WrittenRows,
} from './device-tx.ts'
import { keepShown, layOwnOver } from './keep-shown.ts'

/**
 * How much of a pull is stored. Between its pages a row may be missing that a later page brings,
 * and verdicts come with the last page: an edit that cannot run in between, or meets other values,
 * may have been accepted. part: the copy was complete before. refill: the copy is fetched from the
 * beginning.
 */
export type Arrived = 'all' | 'part' | 'refill'

export interface RebaseContext {
  commands: Commands
  person: Author
  /** ms by the server's clock. */
  now: number
  arrived: Arrived
  /** Keys of rows that left their bucket and may arrive in another. */
  moving: ReadonlySet<string>
  /** Keys of rows that left with a bucket that the person has lost. */
  dropped: ReadonlySet<string>
}
export interface RebaseRequest {
  projectId: string
  /** Keys of the rows to compute. */
  keys: ReadonlySet<string>
  outbox: readonly OutboxEntry[]
}
export interface Rebased {
  changes: RowChange[]
  /** Keys of rows to compute again after the last page. */
  postponed: ReadonlySet<string>
}

/**
 * Computes the overlay of rows from the base rows and the unsent edits. Runs only the edits that
 * touch these rows, directly or through one another, so that the work grows with their number.
 * Between pages, keeps a row as shown when it is moving or when an edit cannot run as it was
 * written.
 * @returns the rows with the unsent edits applied
 */
export const rebase = async (
  tx: StorageTx,
  context: RebaseContext,
  { projectId, keys, outbox }: RebaseRequest,
): Promise<Rebased> => {
  const mine = outbox.filter((entry) => entry.projectId === projectId)
  const { reach, result } = await rerunAll(tx, context, { projectId, keys, outbox: mine })
  for (const [entry, touched] of result.touched)
    if (touched.length !== entry.touched.length) tx.putOutbox({ ...entry, touched })

  const isEarly = result.isBroken && context.arrived !== 'all'
  const changes: RowChange[] = []
  const postponed = new Set(isEarly ? reach.keys : [])
  for (const key of reach.keys) {
    const laying: Laying = { tx, context, projectId, reach, result, isEarly }
    const { change, isPostponed } = await layRow(laying, key)
    changes.push(change)
    if (isPostponed) postponed.add(key)
  }
  return { changes, postponed }
}

/**
 * Keys of every row that unsent edits of the project write.
 * @param among limits the keys to these, because one deletion may write thousands
 */
export const touchedKeys = (
  outbox: readonly OutboxEntry[],
  projectId: string,
  among?: ReadonlySet<string>,
): Set<string> => {
  const found = new Set<string>()
  for (const entry of outbox) {
    if (entry.projectId !== projectId) continue
    for (const key of entry.touched) if (among === undefined || among.has(key)) found.add(key)
  }
  return found
}

/** Entries and rows that depend on one another. */
interface Reach {
  keys: Set<string>
  /** In the order of their numbers. */
  entries: OutboxEntry[]
}

/** The entries that wrote one of the rows, all rows that these entries wrote, and so on. */
const closure = (entries: readonly OutboxEntry[], keys: ReadonlySet<string>): Reach => {
  const byKey = new Map<string, OutboxEntry[]>()
  for (const entry of entries)
    for (const key of entry.touched) byKey.set(key, [...(byKey.get(key) ?? []), entry])
  const reached = new Set(keys)
  const chosen = new Set<OutboxEntry>()
  const queue = [...keys]
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    for (const entry of byKey.get(key) ?? []) {
      if (chosen.has(entry)) continue
      chosen.add(entry)
      for (const other of entry.touched)
        if (!reached.has(other)) {
          reached.add(other)
          queue.push(other)
        }
    }
  }
  return { keys: reached, entries: [...chosen].toSorted((a, b) => a.mid - b.mid) }
}

interface Rerun {
  written: WrittenRows
  /** Number of the newest entry that wrote each row. */
  lastMids: Map<string, number>
  /** Rows that each entry writes now or wrote before. */
  touched: Map<OutboxEntry, string[]>
  /** An entry cannot run any more, or runs differently from how it was written. */
  isBroken: boolean
}

/**
 * Runs the entries that depend on the rows; starts over with more rows while a run writes a row
 * outside them.
 */
const rerunAll = async (
  tx: StorageTx,
  context: RebaseContext,
  { projectId, keys, outbox }: RebaseRequest,
): Promise<{ reach: Reach; result: Rerun }> => {
  let reach = closure(outbox, keys)
  let result = await rerun(tx, context, { projectId, reach })
  for (;;) {
    const wider = new Set([...reach.keys, ...result.written.keys()])
    if (wider.size === reach.keys.size) return { reach, result }
    reach = closure(outbox, wider)
    result = await rerun(tx, context, { projectId, reach })
  }
}

const rerun = async (
  tx: StorageTx,
  context: RebaseContext,
  { projectId, reach: { entries, keys } }: { projectId: string; reach: Reach },
): Promise<Rerun> => {
  const result: Rerun = {
    written: new Map(),
    lastMids: new Map(),
    touched: new Map(),
    isBroken: false,
  }
  const summary = (await tx.home())?.projects.find((project) => project.id === projectId)
  if (summary === undefined) return result
  const view = overlayView(tx, projectId, { hidden: keys, fresh: result.written })
  const removals = new Map<string, readonly RemovedRow[]>()
  for (const [at, entry] of entries.entries()) {
    const { command: name, args, base: kept } = entry
    try {
      const run = await runCommand(
        { ...context, summary, view },
        { name, args, kept, before: removals },
      )
      for (const [root, rows] of run.removals) removals.set(root, rows)
      if (run.held.size > 0) result.isBroken = true
      noteWritten(result, entry, run.written.values())
      result.touched.set(entry, [...new Set([...entry.touched, ...run.written.keys()])])
    } catch (error) {
      // Neither a refusal nor a bug in one command may block the server's rows; a storage error
      // must.
      if (!(error instanceof Refusal || error instanceof TypeError || error instanceof RangeError))
        throw error
      result.isBroken = true
      const { spread } = commandOf(context.commands, name)
      const stuck = { projectId, entry, later: entries.slice(at + 1), spread }
      noteWritten(result, entry, await keepShown(tx, stuck, result.written))
    }
  }
  return result
}

const noteWritten = (result: Rerun, { mid }: OutboxEntry, rows: Iterable<WrittenRow>): void => {
  for (const row of rows) {
    const key = rowKey(row.entity, row.id)
    result.written.set(key, row)
    result.lastMids.set(key, mid)
  }
}

interface Laying {
  tx: StorageTx
  context: RebaseContext
  projectId: string
  reach: Reach
  result: Rerun
  /** An entry cannot run as it was written, but the pull has more pages, which may change that. */
  isEarly: boolean
}

/**
 * Stores the overlay of one row.
 * @returns the row as the device shows it
 */
const layRow = async (
  { tx, context, projectId, reach, result, isEarly }: Laying,
  key: string,
): Promise<{ change: RowChange; isPostponed: boolean }> => {
  const { entity, id } = parseRowKey(key)
  const base = await tx.baseRow(projectId, entity, id)
  const isMoving = context.arrived !== 'all' && base === undefined && context.moving.has(key)
  const shown = isEarly || isMoving ? await tx.overlayRow(projectId, entity, id) : undefined
  if (
    shown !== undefined &&
    (isMoving || base !== undefined || isRefilled(context, key) || isOwn(shown))
  ) {
    // Take the server's copy of a row that was created or restored on this device, and overlay the
    // fields that this person edited.
    const row =
      base !== undefined && shown.row !== null && isOwn(shown)
        ? layOwnOver(key, { base, shown: shown.row }, reach.entries)
        : shown.row
    if (row !== shown.row) tx.putOverlay({ ...shown, row })
    return { change: { entity, id, row, isUnsent: true }, isPostponed: true }
  }
  const fresh = result.written.get(key)
  if (fresh === undefined || (isEarly && base === undefined)) {
    tx.deleteOverlay(projectId, entity, id)
    return { change: { entity, id, row: base ?? null, isUnsent: false }, isPostponed: false }
  }
  const lastMid = result.lastMids.get(key) ?? 0
  tx.putOverlay({ projectId, entity, id, row: fresh.row, lastMid })
  return { change: { entity, id, row: fresh.row, isUnsent: true }, isPostponed: false }
}

/** The row may arrive with a later page. */
const isRefilled = ({ arrived, dropped }: RebaseContext, key: string): boolean =>
  arrived === 'refill' && !dropped.has(key)

/** The row was created on this device: no server has stamped it. */
const isOwn = ({ row }: OverlayRow): boolean => row === null || row.updatedOn === 0
