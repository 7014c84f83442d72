import { Refusal } from '#schema/refusal.ts'
import type { RowChange } from './change.ts'
import { type Commands, runCommand } from './commands.ts'
import { overlayView, parseRowKey, type Person, type Written } from './device-tx.ts'
import type { OutboxEntry, StorageTx } from './ports.ts'

export interface RebaseContext { commands: Commands; person: Person; /** Server's clock, ms. */ now: number }

/** The entries that wrote any of the rows, and all rows those wrote, and so on: what has to be computed together. */
const closure = (entries: readonly OutboxEntry[], keys: ReadonlySet<string>): { keys: Set<string>; entries: OutboxEntry[] } => {
  const byKey = new Map<string, OutboxEntry[]>()
  for (const entry of entries) for (const key of entry.touched) byKey.set(key, [...(byKey.get(key) ?? []), entry])
  const reached = new Set(keys)
  const chosen = new Set<OutboxEntry>()
  const queue = [...keys]
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    for (const entry of byKey.get(key) ?? []) {
      if (chosen.has(entry)) continue
      chosen.add(entry)
      for (const other of entry.touched) if (!reached.has(other)) { reached.add(other); queue.push(other) }
    }
  }
  return { keys: reached, entries: [...chosen].toSorted((a, b) => a.mid - b.mid) }
}

interface Rerun { written: Written; lastMids: Map<string, number>; touched: Map<OutboxEntry, string[]> }

const rerun = async (tx: StorageTx, context: RebaseContext, projectId: string, entries: readonly OutboxEntry[], hidden: ReadonlySet<string>): Promise<Rerun> => {
  const result: Rerun = { written: new Map(), lastMids: new Map(), touched: new Map() }
  const summary = (await tx.home())?.projects.find((project) => project.id === projectId)
  if (summary === undefined) return result
  const view = overlayView(tx, projectId, hidden, result.written)
  for (const entry of entries) {
    try {
      const run = await runCommand({ ...context, summary }, view, entry.command, entry.args, entry.base)
      for (const [key, change] of run.written) {
        result.written.set(key, change)
        result.lastMids.set(key, entry.mid)
      }
      result.touched.set(entry, [...new Set([...entry.touched, ...run.written.keys()])])
    } catch (error) {
      // Neither a refusal nor a bug in one command may hold up the server's rows; what the storage throws must.
      if (!(error instanceof Refusal || error instanceof TypeError || error instanceof RangeError)) throw error
      await keepShown(tx, projectId, entry, result)
    }
  }
  return result
}

/** What can no longer be run (the state changed, say) stays on the screen as the person wrote it, until the server has decided; not without its row. */
const keepShown = async (tx: StorageTx, projectId: string, entry: OutboxEntry, result: Rerun): Promise<void> => {
  for (const key of entry.touched) {
    const { entity, id } = parseRowKey(key)
    if (result.written.has(key) || (await tx.baseRow(projectId, entity, id)) === undefined) continue
    const shown = await tx.overlayRow(projectId, entity, id)
    if (shown === undefined || shown.lastMid !== entry.mid) continue
    result.written.set(key, { entity, id, row: shown.row })
    result.lastMids.set(key, entry.mid)
  }
}

/**
 * Computes the overlay of `keys` afresh from the base rows and the unsent edits. Only edits that touch them, directly or through one another,
 * run again, so that many edits on many rows stay linear. Answers how the rows look now.
 */
export const rebase = async (tx: StorageTx, context: RebaseContext, projectId: string, keys: ReadonlySet<string>, outbox: readonly OutboxEntry[]): Promise<RowChange[]> => {
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
  for (const [entry, touched] of result.touched) if (touched.length !== entry.touched.length) tx.putOutbox({ ...entry, touched })

  const changes: RowChange[] = []
  for (const key of reach.keys) {
    const { entity, id } = parseRowKey(key)
    const fresh = result.written.get(key)
    if (fresh === undefined) {
      tx.deleteOverlay(projectId, entity, id)
      changes.push({ entity, id, row: (await tx.baseRow(projectId, entity, id)) ?? null, isUnsent: false })
    } else {
      tx.putOverlay({ projectId, entity, id, row: fresh.row, lastMid: result.lastMids.get(key) ?? 0 })
      changes.push({ entity, id, row: fresh.row, isUnsent: true })
    }
  }
  return changes
}

/** Keys of every row that unsent edits of the project write. */
export const touchedKeys = (outbox: readonly OutboxEntry[], projectId: string): Set<string> =>
  new Set(outbox.filter((entry) => entry.projectId === projectId).flatMap((entry) => entry.touched))
