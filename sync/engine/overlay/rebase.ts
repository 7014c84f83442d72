import type { RemovedRow } from '#schema/mutations/mutation.ts'
import { Refusal } from '#schema/refusal.ts'
import type { RowChange } from '../change.ts'
import { commandOf, type Commands, runCommand } from '../outbox/commands.ts'
import { overlayView, parseRowKey, rowKey, type Person, type Written } from './device-tx.ts'
import { keepShown, layOwnOver } from './keep-shown.ts'
import type { OutboxEntry, OverlayRow, StorageTx } from '../ports.ts'

/**
 * How much of what the server said is laid down. Between the pages of a pull, rows may be missing that come with a later one, and verdicts come with the
 * last: an edit that cannot be run then, or meets other values, may well have been taken.
 * part: of a copy that was whole before. refill: of one that is made anew.
 */
export type Arrived = 'all' | 'part' | 'refill'
export interface RebaseContext {
  commands: Commands
  person: Person
  /** Server's clock, ms. */
  now: number
  arrived: Arrived
  /** Rows that left the bucket they stood in: they may be on their way into another. */
  moving: ReadonlySet<string>
}
export interface Rebased {
  changes: RowChange[]
  /** What has to be computed again when everything has arrived. */ postponed: ReadonlySet<string>
}

/** The entries that wrote any of the rows, and all rows those wrote, and so on: what has to be computed together. */
const closure = (
  entries: readonly OutboxEntry[],
  keys: ReadonlySet<string>,
): { keys: Set<string>; entries: OutboxEntry[] } => {
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
  written: Written
  lastMids: Map<string, number>
  touched: Map<OutboxEntry, string[]>
  /** Some can no longer be run, or not as they were written. */ isBroken: boolean
}

const rerun = async (
  tx: StorageTx,
  context: RebaseContext,
  projectId: string,
  entries: readonly OutboxEntry[],
  hidden: ReadonlySet<string>,
): Promise<Rerun> => {
  const result: Rerun = {
    written: new Map(),
    lastMids: new Map(),
    touched: new Map(),
    isBroken: false,
  }
  const summary = (await tx.home())?.projects.find((project) => project.id === projectId)
  if (summary === undefined) return result
  const view = overlayView(tx, projectId, hidden, result.written)
  const removals = new Map<string, readonly RemovedRow[]>()
  for (const [at, entry] of entries.entries()) {
    try {
      const run = await runCommand(
        { ...context, summary },
        view,
        entry.command,
        entry.args,
        entry.base,
        removals,
      )
      for (const [root, rows] of run.removals) removals.set(root, rows)
      if (run.held.size > 0) result.isBroken = true
      for (const [key, change] of run.written) {
        result.written.set(key, change)
        result.lastMids.set(key, entry.mid)
      }
      result.touched.set(entry, [...new Set([...entry.touched, ...run.written.keys()])])
    } catch (error) {
      // Neither a refusal nor a bug in one command may hold up the server's rows; what the storage throws must.
      if (!(error instanceof Refusal || error instanceof TypeError || error instanceof RangeError))
        throw error
      result.isBroken = true
      for (const change of await keepShown(
        tx,
        {
          projectId,
          entry,
          later: entries.slice(at + 1),
          spread: commandOf(context.commands, entry.command).spread,
        },
        result.written,
      )) {
        const key = rowKey(change.entity, change.id)
        result.written.set(key, change)
        result.lastMids.set(key, entry.mid)
      }
    }
  }
  return result
}

/** Made on this device: no server has stamped what it was made from. */
const isOwn = ({ row }: OverlayRow): boolean => row === null || row.updatedOn === 0

/**
 * Computes the overlay of `keys` afresh from the base rows and the unsent edits. Only edits that touch them, directly or through one another,
 * run again, so that many edits on many rows stay linear. Where one can no longer be run as it was, or a row is on its way, and not everything has arrived, the rows stay as they are shown.
 * Answers how the rows look now.
 */
export const rebase = async (
  tx: StorageTx,
  context: RebaseContext,
  projectId: string,
  keys: ReadonlySet<string>,
  outbox: readonly OutboxEntry[],
): Promise<Rebased> => {
  const mine = outbox.filter((entry) => entry.projectId === projectId)
  let reach = closure(mine, keys)
  let result = await rerun(tx, context, projectId, reach.entries, reach.keys)
  // A run may now write rows that it did not before, and others may have edits of their own there: take them in too.
  for (;;) {
    const wider = new Set([...reach.keys, ...result.written.keys()])
    if (wider.size === reach.keys.size) break
    reach = closure(mine, wider)
    result = await rerun(tx, context, projectId, reach.entries, reach.keys)
  }
  for (const [entry, touched] of result.touched)
    if (touched.length !== entry.touched.length) tx.putOutbox({ ...entry, touched })

  const isEarly = result.isBroken && context.arrived !== 'all'
  const changes: RowChange[] = []
  const waiting = new Set(isEarly ? reach.keys : [])
  for (const key of reach.keys) {
    const { entity, id } = parseRowKey(key)
    const base = await tx.baseRow(projectId, entity, id)
    const isMoving = context.arrived !== 'all' && base === undefined && context.moving.has(key)
    const shown = isEarly || isMoving ? await tx.overlayRow(projectId, entity, id) : undefined
    const fresh = result.written.get(key)
    if (
      shown !== undefined &&
      (isMoving || base !== undefined || context.arrived === 'refill' || isOwn(shown))
    ) {
      waiting.add(key)
      // An answer that began here, since what others and this person wrote of it had not come yet; or what an undo brought back.
      const row =
        base !== undefined && shown.row !== null && isOwn(shown)
          ? layOwnOver(key, base, shown.row, reach.entries)
          : shown.row
      if (row !== shown.row) tx.putOverlay({ ...shown, row })
      changes.push({ entity, id, row, isUnsent: true })
    } else if (fresh === undefined || (isEarly && base === undefined)) {
      tx.deleteOverlay(projectId, entity, id)
      changes.push({ entity, id, row: base ?? null, isUnsent: false })
    } else {
      tx.putOverlay({
        projectId,
        entity,
        id,
        row: fresh.row,
        lastMid: result.lastMids.get(key) ?? 0,
      })
      changes.push({ entity, id, row: fresh.row, isUnsent: true })
    }
  }
  return { changes, postponed: waiting }
}

/**
 * Keys of every row that unsent edits of the project write.
 * @param among only of these, where the others do not matter: one deletion may have written thousands
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
