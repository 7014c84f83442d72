import type { EditBase, RemovedRow } from '#schema/mutations/mutation.ts'
import { Refusal } from '#schema/refusal.ts'
import { type Change, numberChange } from '../change.ts'
import type { SentEdit } from '../engine-ports.ts'
import {
  type Author,
  type DeviceTx,
  overlayView,
  parseRowKey,
  type View,
  type WrittenRows,
} from '../overlay/device-tx.ts'
import type { DeviceMeta, OutboxEntry, StorageTx, UndoCommand, UndoStep } from '../ports.ts'
import { commandOf, type Commands, parseArgs, runCommand } from './commands.ts'

/** The worker that writes edits. */
export interface Writer {
  commands: Commands
  person: Author
  /** Id of this worker; edits merge only into entries of the same worker. */
  id: string
  /** ms by the device's clock. */
  now: number
  /**
   * This worker leads and no request is under way: the edit leaves at once, so none merges into it.
   */
  isSending?: boolean
}
export interface EditRequest {
  projectId: string
  command: string
  args: unknown
  label: string
  /** null: the edit cannot be undone, because it is an undo itself or comes from a conflict. */
  undo: { scope: string; group: string } | null
  /**
   * The values that the person saw when they decided on the edit; absent = those that the device
   * shows.
   */
  seen?: EditBase
  /**
   * Send the edit even if it changes no row that the device shows: its words are kept nowhere else,
   * and the rows may be those of a server that has lost them since.
   */
  isAlwaysSent?: boolean
}

/** A transaction of kind `edit` in which a worker writes one or more edits. */
export interface Writing {
  tx: StorageTx
  writer: Writer
  /** The transaction's own copy of the device's record; the caller stores it. */
  meta: DeviceMeta
  /** Collects the rows that the edits change. */
  change: Change
  /** Rows that earlier edits of the transaction deleted. */
  removals?: Map<string, readonly RemovedRow[]>
}

/** The effect of one edit. */
export interface Effect {
  inverse: UndoCommand[] | null
  /** The fields that the edit wrote, before and after. */
  before: EditBase
  after: EditBase
  entry: OutboxEntry | null
}
const NO_EFFECT: Effect = { inverse: null, before: {}, after: {}, entry: null }

/**
 * Writes one edit to the overlay and the outbox, in the caller's transaction. Throws Refusal, after
 * which the caller must commit nothing. Drops an edit that changes no row, unless it must always be
 * sent, or a value of another person stands in its way: the server then reports the conflict.
 */
export const writeEdit = async (
  { tx, writer, meta, change, removals = new Map() }: Writing,
  request: EditRequest,
): Promise<Effect> => {
  const { projectId, seen, isAlwaysSent = false } = request
  const command = commandOf(writer.commands, request.command)
  const args = parseArgs(command, request.args)
  const summary = (await tx.home())?.projects.find((project) => project.id === projectId)
  if (summary === undefined) throw new Refusal('NOT_FOUND')
  const { commands, person } = writer
  const now = writer.now + meta.clockSkewMs
  const view = overlayView(tx, projectId)
  const run = await runCommand(
    { commands, person, summary, now, view },
    { name: request.command, args, kept: seen, before: removals },
  )
  for (const [root, rows] of run.removals) removals.set(root, rows)
  if (run.written.size === 0 && run.held.size === 0 && !isAlwaysSent) return NO_EFFECT

  const written = isAlwaysSent
    ? new Map([...(await settledRows(view, run)), ...run.written])
    : run.written
  const base =
    seen === undefined ? run.base : { ...(isAlwaysSent && seen), ...seenOf(run.base, seen) }
  const effect = { args, base, written }
  const earlier = await pendingEntry({ tx, writer, meta }, request, written)
  const together =
    earlier === undefined || run.held.size > 0 ? null : merged(writer, earlier, effect)
  const entry = together ?? newEntry({ writer, meta }, request, effect)
  tx.putOutbox(entry)
  for (const { entity, id, row } of written.values()) {
    tx.putOverlay({ projectId, entity, id, row, lastMid: entry.mid })
    change.rows.push({ entity, id, row, isUnsent: true })
  }
  change.outbox = true
  const inverse = command.inverse(args, run.base, [...run.removals.values()].flat())
  return { inverse, before: run.base, after: run.given, entry }
}

export interface Edited {
  change: Change
  /** The undo step, recorded after the edit is durable; a crash between the two costs one undo. */
  step: Omit<UndoStep, 'n'> | null
  /** The values of the edit's fields just before it, whichever tab or device wrote them. */
  before: EditBase
  /** The entry, if it was marked as sent when it was written. */
  written?: SentEdit | undefined
}

/** Writes one edit of a person in a transaction of kind `edit`. Throws Refusal. */
export const edit = async (
  tx: StorageTx,
  writer: Writer,
  request: EditRequest,
): Promise<Edited> => {
  const { command, args, label, undo } = request
  const meta = { ...(await tx.meta()) }
  const { changeSeq: seq } = meta
  const change = numberChange(meta, request.projectId)
  const effect = await writeEdit({ tx, writer, meta, change }, request)
  const { inverse, before, after, entry } = effect
  if (!change.outbox) return { change: { ...change, seq }, step: null, before }
  if (writer.isSending === true) meta.sentMid = meta.nextMid - 1
  const { serverId, clientId } = meta
  const isSent = writer.isSending === true && entry?.mid === meta.sentMid
  const written = isSent ? { serverId, clientId, entry } : undefined
  tx.putMeta(meta)
  if (undo === null || inverse === null || inverse.length === 0)
    return { change, step: null, written, before }
  const step = { ...undo, label, undo: inverse, redo: [{ command, args }], before, after }
  return { change, written, before, step }
}

/**
 * The rows that show the values of the edit already: they stay so until its verdict, also if the
 * device fetches them again in between.
 */
const settledRows = async (view: View, { base, held }: DeviceTx): Promise<WrittenRows> => {
  const shown: WrittenRows = new Map()
  for (const field of Object.keys(base)) {
    if (held.has(field)) continue
    const key = field.slice(0, field.indexOf('#'))
    const { entity, id } = parseRowKey(key)
    const row = await view.row(entity, id)
    if (row !== undefined) shown.set(key, { entity, id, row })
  }
  return shown
}

/** The newest entry that wrote one of the same rows, where the edit may merge into it. */
const pendingEntry = async (
  { tx, writer, meta }: Pick<Writing, 'tx' | 'writer' | 'meta'>,
  { projectId, command }: EditRequest,
  written: WrittenRows,
): Promise<OutboxEntry | undefined> => {
  let newest = 0
  for (const { entity, id } of written.values()) {
    const over = await tx.overlayRow(projectId, entity, id)
    if (over !== undefined && over.lastMid > newest) newest = over.lastMid
  }
  const entry = newest <= meta.sentMid ? undefined : await tx.outboxEntry(newest)
  return entry?.writer === writer.id && entry.command === command ? entry : undefined
}

interface RunResult {
  args: unknown
  base: EditBase
  written: WrittenRows
}

/**
 * Merges the edit into the entry, which keeps the values that were seen first.
 * @returns null where the two cannot be one edit
 */
const merged = (
  writer: Writer,
  entry: OutboxEntry,
  { args, base, written }: RunResult,
): OutboxEntry | null => {
  const together = commandOf(writer.commands, entry.command).coalesce(entry.args, args)
  if (together === null) return null
  return {
    ...entry,
    args: together,
    clientAt: writer.now,
    base: { ...base, ...entry.base },
    touched: [...new Set([...entry.touched, ...written.keys()])],
  }
}

const newEntry = (
  { writer, meta }: Pick<Writing, 'writer' | 'meta'>,
  { projectId, command, label }: EditRequest,
  { args, base, written }: RunResult,
): OutboxEntry => ({
  mid: meta.nextMid++,
  writer: writer.id,
  projectId,
  command,
  args,
  base,
  clientAt: writer.now,
  label,
  touched: [...written.keys()],
  poison: null,
})

/** The seen values of the fields that the edit wrote. */
const seenOf = (base: EditBase, seen: EditBase): EditBase =>
  Object.fromEntries(Object.keys(base).map((key) => [key, seen[key] ?? null]))
