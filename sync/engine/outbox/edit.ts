import type { EditBase, RemovedRow } from '#schema/mutations/mutation.ts'
import { Refusal } from '#schema/refusal.ts'
import { type Change, emptyChange } from '../change.ts'
import { commandOf, type Commands, parseArgs, runCommand } from './commands.ts'
import { type DeviceTx, overlayView, type Person } from '../overlay/device-tx.ts'
import type { DeviceMeta, OutboxEntry, StorageTx, UndoCommand, UndoStep } from '../ports.ts'

export interface Writer {
  commands: Commands
  person: Person
  /** This worker; entries of others are never merged into. */
  id: string
  /** ms by the device's clock. */
  now: number
  /** This worker sends, and nothing is on its way: what is written leaves at once, so nothing will be merged into it. */
  isSending?: boolean
}
export interface EditRequest {
  projectId: string
  command: string
  args: unknown
  label: string
  /** null: the edit cannot be undone (it is itself an undo, or comes from a conflict). */
  undo: { scope: string; group: string } | null
  /** What the person saw when they decided on it; absent = what stands there now. */
  seen?: EditBase
}

/** The pending entry that the new edit may become part of: the newest one that wrote any of the same rows. */
const pendingEntry = async (
  tx: StorageTx,
  writer: Writer,
  request: EditRequest,
  run: DeviceTx,
  sentMid: number,
): Promise<OutboxEntry | undefined> => {
  let newest = 0
  for (const { entity, id } of run.written.values()) {
    const over = await tx.overlayRow(request.projectId, entity, id)
    if (over !== undefined && over.lastMid > newest) newest = over.lastMid
  }
  const entry = newest <= sentMid ? undefined : await tx.outboxEntry(newest)
  return entry?.writer === writer.id && entry.command === request.command ? entry : undefined
}

/** What was seen at first counts for what both wrote. */
const merged = (
  writer: Writer,
  entry: OutboxEntry,
  { args, base, run }: { args: unknown; base: EditBase; run: DeviceTx },
): OutboxEntry | null => {
  const together = commandOf(writer.commands, entry.command).coalesce(entry.args, args)
  if (together === null) return null
  return {
    ...entry,
    args: together,
    clientAt: writer.now,
    base: { ...base, ...entry.base },
    touched: [...new Set([...entry.touched, ...run.written.keys()])],
  }
}

/** Of what was seen, the fields that the edit is about. */
const seenOf = (base: EditBase, seen: EditBase): EditBase =>
  Object.fromEntries(Object.keys(base).map((key) => [key, seen[key] ?? null]))

/** Lays what a run wrote over the base rows and notes it in the change. */
export const layWritten = (
  tx: StorageTx,
  projectId: string,
  run: DeviceTx,
  mid: number,
  change: Change,
): void => {
  for (const { entity, id, row } of run.written.values()) {
    tx.putOverlay({ projectId, entity, id, row, lastMid: mid })
    change.rows.push({ entity, id, row, isUnsent: true })
  }
}

export interface Effect {
  inverse: UndoCommand[] | null
  before: EditBase
  after: EditBase
  entry: OutboxEntry | null
}

/**
 * Writes one edit: overlay, outbox and its number in the caller's transaction. Throws Refusal, and then nothing may be committed.
 * An edit that changes no row is dropped, but not where somebody else's value stands in its way: then the server says so.
 * @param removals what edits that are written together with it deleted; its own are added
 */
export const writeEdit = async (
  tx: StorageTx,
  writer: Writer,
  request: EditRequest,
  meta: DeviceMeta,
  change: Change,
  removals = new Map<string, readonly RemovedRow[]>(),
): Promise<Effect> => {
  const command = commandOf(writer.commands, request.command)
  const args = parseArgs(command, request.args)
  const summary = (await tx.home())?.projects.find((project) => project.id === request.projectId)
  if (summary === undefined) throw new Refusal('NOT_FOUND')
  const context = {
    commands: writer.commands,
    person: writer.person,
    summary,
    now: writer.now + meta.clockSkewMs,
  }
  const run = await runCommand(
    context,
    overlayView(tx, request.projectId),
    request.command,
    args,
    request.seen ?? null,
    removals,
  )
  for (const [root, rows] of run.removals) removals.set(root, rows)
  const base = request.seen === undefined ? run.base : seenOf(run.base, request.seen)
  if (run.written.size === 0 && run.held.size === 0)
    return { inverse: null, before: {}, after: {}, entry: null }

  const earlier = await pendingEntry(tx, writer, request, run, meta.sentMid)
  const together =
    earlier === undefined || run.held.size > 0 ? null : merged(writer, earlier, { args, base, run })
  const entry = together ?? {
    mid: meta.nextMid++,
    writer: writer.id,
    projectId: request.projectId,
    command: request.command,
    args,
    base,
    clientAt: writer.now,
    label: request.label,
    touched: [...run.written.keys()],
    poison: null,
  }
  tx.putOutbox(entry)
  layWritten(tx, request.projectId, run, entry.mid, change)
  change.outbox = true
  return {
    inverse: command.inverse(args, run.base, [...run.removals.values()].flat()),
    before: run.base,
    after: run.given,
    entry,
  }
}

export interface Edited {
  change: Change
  /** To be recorded after the edit is durable; losing it costs one undo. */
  step: Omit<UndoStep, 'n'> | null
  /** What stood in its fields just before, whichever tab or device had written it. */
  before: EditBase
  /** The entry, where it was written as sent. */
  written?: { serverId: string | null; clientId: string; entry: OutboxEntry } | undefined
}

/** A person's edit from beginning to end, in one transaction of kind `edit`. */
export const edit = async (
  tx: StorageTx,
  writer: Writer,
  request: EditRequest,
): Promise<Edited> => {
  const meta = { ...(await tx.meta()) }
  const change = emptyChange(meta.changeSeq + 1, request.projectId)
  const { inverse, before, after, entry } = await writeEdit(tx, writer, request, meta, change)
  if (!change.outbox) return { change: { ...change, seq: meta.changeSeq }, step: null, before }
  if (writer.isSending === true) meta.sentMid = meta.nextMid - 1
  const written =
    writer.isSending === true && entry?.mid === meta.sentMid
      ? { serverId: meta.serverId, clientId: meta.clientId, entry }
      : undefined
  meta.changeSeq = change.seq
  tx.putMeta(meta)
  if (request.undo === null || inverse === null || inverse.length === 0)
    return { change, step: null, written, before }
  return {
    change,
    written,
    before,
    step: {
      ...request.undo,
      label: request.label,
      undo: inverse,
      redo: [{ command: request.command, args: request.args }],
      before,
      after,
    },
  }
}
