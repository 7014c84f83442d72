import { type PullPage, SYNC_PROTOCOL } from '#schema/api/sync.ts'
import type { ApplyContext } from './apply-context.ts'
import { newCursor } from './cursor.ts'
import { moveAck, takeOtherVerdicts, takeVerdicts, type Verdicts } from './verdicts.ts'
import { type Change, numberChange } from '../change.ts'
import { parseRowKey } from '../overlay/device-tx.ts'
import { readKept, SETTLED, takeLost } from '../outbox/kept-edits.ts'
import {
  type DeviceMeta,
  type KeptEdit,
  type Network,
  type OutboxEntry,
  type Storage,
  type StorageTx,
  SyncFailure,
} from '../ports.ts'

/** The server and client with which the device goes on. */
export interface NewStart {
  serverId: string | null
  clientId: string
  /** The server's verdicts on edits of this client; absent = no new verdicts. */
  verdicts?: Verdicts
  /** The edit up to which the device had verdicts when it asked for those. */
  ackMid?: number
  /**
   * The last edit that the server has of this client and of former ones of this device; absent =
   * the server has lost nothing.
   */
  lastMids?: Readonly<Record<string, number>>
}

/**
 * Asks a server that was restored, or went back in time, which edits it has. Throws SyncFailure.
 */
export const askVerdicts = async (storage: Storage, network: Network): Promise<NewStart> => {
  const { meta, kept } = await storage.transaction('read', async (tx) => {
    const found = await tx.meta()
    return { meta: found, kept: await readKept(tx, found) }
  })
  const { clientId, ackMid } = meta
  const ask = (client: string, acknowledged: number): Promise<PullPage> =>
    lastPage(
      network.pull({
        serverId: null,
        clientId: client,
        schemaVersion: SYNC_PROTOCOL,
        projects: {},
        home: null,
        ackMid: acknowledged,
      }),
    )
  const last = await ask(clientId, firstUnsure(meta, kept) - 1)
  const lastMids: Record<string, number> = { [clientId]: last.lastMid }
  for (const [client, mid] of formerClients(meta, kept))
    lastMids[client] = (await ask(client, mid)).lastMid
  return { serverId: last.serverId, clientId, verdicts: last, ackMid, lastMids }
}

/** The first edit on which the server may have another verdict than the device. */
const firstUnsure = ({ clientId, ackMid }: DeviceMeta, kept: readonly KeptEdit[]): number =>
  kept.reduce(
    (first, edit) => (edit.clientId === clientId ? Math.min(first, edit.entry.mid) : first),
    ackMid + 1,
  )

/** Former clients of the device with kept edits, each with its last number. */
const formerClients = (meta: DeviceMeta, kept: readonly KeptEdit[]): Map<string, number> => {
  const mids = kept.map(({ clientId, entry }) => [clientId, entry.mid] as const)
  return new Map(mids.filter(([clientId]) => clientId !== meta.clientId))
}

const lastPage = async (pages: AsyncIterable<PullPage>): Promise<PullPage> => {
  for await (const page of pages) if (!page.more) return page
  throw new SyncFailure('offline')
}

const NO_VERDICTS: Verdicts = { results: [], lastMid: 0 }

/**
 * After a restore of the server, or its return to an earlier state: removes the rows of before,
 * stores the verdicts, and puts what the server has lost back into the outbox. Does nothing where
 * another tab has numbered the outbox under a new client, or has put edits back since this tab
 * asked: the verdicts on those are missing in the answer.
 */
export const startOver = async (
  tx: StorageTx,
  context: ApplyContext,
  { serverId, clientId, verdicts = NO_VERDICTS, ackMid = 0, lastMids }: NewStart,
): Promise<Change[]> => {
  const meta = { ...(await tx.meta()) }
  if (meta.clientId !== clientId || meta.ackMid < ackMid) return []
  const outbox = await tx.outbox()
  const { results } = verdicts
  const other = await takeOtherVerdicts(tx, context, { results, meta })
  const { left, hasParked } = await takeVerdicts(tx, context, { verdicts, outbox, meta })
  await uncover(tx, left)
  const rest = outbox.filter((entry) => !left.includes(entry))
  const lost = lastMids === undefined ? [] : await takeLost(tx, meta, lastMids)
  await coverLost(tx, lost)
  const changes: Change[] = []
  if (serverId !== meta.serverId || lastMids !== undefined)
    changes.push(...(await emptyCopies(tx, meta)))
  const again = lost.filter(({ entry }) => entry.poison !== SETTLED)
  for (const { parkedId } of again) if (parkedId !== null) tx.deleteParked(parkedId)
  if (left.length + lost.length + other.count > 0)
    changes.push(
      numberChange(meta, null, {
        outbox: true,
        parked: hasParked || other.hasParked || again.some(({ parkedId }) => parkedId !== null),
      }),
    )
  const lastMid = lastMids?.[clientId]
  // A position alone may also be from an older version of the server: claim nothing then.
  const isLoss = lost.length + other.count > 0 || (lastMid !== undefined && lastMid < meta.ackMid)
  if (lastMids !== undefined && (serverId !== meta.serverId || isLoss))
    meta.wentBack = { at: context.now, edits: again.length }
  if (
    serverId === meta.serverId &&
    lastMid !== undefined &&
    isContinued(meta, lastMid, [...lost, ...rest.map((entry) => ({ clientId, entry }))])
  ) {
    for (const { entry } of lost) tx.putOutbox(entry)
    moveAck(meta, { lastMid, results })
    tx.putMeta(meta)
    return changes
  }
  const entries = [...again.map(({ entry }) => entry), ...rest]
  await renumber(tx, entries, rest)
  delete meta.ackAt
  tx.putMeta({
    ...meta,
    serverId,
    clientId: context.newId(),
    nextMid: entries.length + 1,
    sentMid: 0,
    ackMid: 0,
  })
  return changes
}

/**
 * Whether the lost and the unsent edits fill the numbers from the server's last one to the device's
 * next one, so that they keep them: a request that is still under way, or doubled, then applies
 * nothing twice.
 */
const isContinued = (
  { clientId, nextMid }: DeviceMeta,
  lastMid: number,
  edits: readonly Pick<KeptEdit, 'clientId' | 'entry'>[],
): boolean =>
  nextMid === lastMid + 1 + edits.length &&
  edits.every((edit, at) => edit.clientId === clientId && edit.entry.mid === lastMid + 1 + at)

const emptyCopies = async (tx: StorageTx, meta: DeviceMeta): Promise<Change[]> => {
  const changes: Change[] = []
  for (const cursor of await tx.cursors()) {
    await tx.emptyProject(cursor.projectId)
    tx.putCursor({ ...newCursor(cursor.projectId), rev: cursor.rev + 1 })
    changes.push(numberChange(meta, cursor.projectId, { reload: true, cursor: true }))
  }
  return changes
}

/** Shows the rows of lost edits as they are until the server has decided again. */
const coverLost = async (tx: StorageTx, lost: readonly KeptEdit[]): Promise<void> => {
  for (const {
    entry: { projectId, touched, mid },
  } of lost) {
    const cursor = await tx.cursor(projectId)
    if (cursor === undefined || cursor.isDenied) continue
    for (const key of touched) {
      const { entity, id } = parseRowKey(key)
      const over = await tx.overlayRow(projectId, entity, id)
      if (over !== undefined && over.lastMid > mid) continue
      const row = over?.row ?? (await tx.baseRow(projectId, entity, id)) ?? null
      tx.putOverlay({ projectId, entity, id, row, lastMid: mid })
    }
  }
}

/** Removes the overlay of rows that a decided edit wrote last. */
const uncover = async (tx: StorageTx, left: readonly OutboxEntry[]): Promise<void> => {
  const mids = new Set(left.map(({ mid }) => mid))
  for (const { projectId, touched } of left) {
    for (const key of touched) {
      const { entity, id } = parseRowKey(key)
      const over = await tx.overlayRow(projectId, entity, id)
      if (over !== undefined && mids.has(over.lastMid)) tx.deleteOverlay(projectId, entity, id)
    }
  }
}

/**
 * Numbers the entries from 1 on, and adapts the overlay.
 * @param former those that the outbox holds already
 */
const renumber = async (
  tx: StorageTx,
  entries: readonly OutboxEntry[],
  former: readonly OutboxEntry[],
): Promise<void> => {
  for (const { mid } of former) tx.deleteOutbox(mid)
  for (const [index, entry] of entries.entries())
    tx.putOutbox({ ...entry, mid: index + 1, writer: '' })
  await adaptOverlay(tx, entries)
}

/** The newest entry that wrote a row is the one that covers it. */
const adaptOverlay = async (tx: StorageTx, entries: readonly OutboxEntry[]): Promise<void> => {
  const newest = new Map<string, { projectId: string; key: string; mid: number }>()
  for (const [index, { projectId, touched }] of entries.entries())
    for (const key of touched) newest.set(`${projectId} ${key}`, { projectId, key, mid: index + 1 })
  for (const { projectId, key, mid } of newest.values()) {
    const { entity, id } = parseRowKey(key)
    const over = await tx.overlayRow(projectId, entity, id)
    if (over !== undefined) tx.putOverlay({ ...over, lastMid: mid })
  }
}
