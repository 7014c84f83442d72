import { type PullPage, SYNC_PROTOCOL } from '#schema/api/sync.ts'
import type { ApplyContext } from './apply-context.ts'
import { newCursor } from './cursor.ts'
import { takeVerdicts, type Verdicts } from './verdicts.ts'
import { type Change, numberChange } from '../change.ts'
import { parseRowKey } from '../overlay/device-tx.ts'
import {
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
}

/** Asks a restored server which edits it had accepted before its backup. Throws SyncFailure. */
export const askVerdicts = async (storage: Storage, network: Network): Promise<NewStart> => {
  const { clientId, ackMid } = await storage.transaction('read', (tx) => tx.meta())
  const last = await lastPage(
    network.pull({
      serverId: null,
      clientId,
      schemaVersion: SYNC_PROTOCOL,
      projects: {},
      home: null,
      ackMid,
    }),
  )
  return { serverId: last.serverId, clientId, verdicts: last }
}

const lastPage = async (pages: AsyncIterable<PullPage>): Promise<PullPage> => {
  for await (const page of pages) if (!page.more) return page
  throw new SyncFailure('offline')
}

/**
 * After a restore of the server: removes the rows of the old one, stores the new one's verdicts,
 * and numbers the rest of the outbox under a new client. Does nothing where another tab has done
 * so.
 */
export const startOver = async (
  tx: StorageTx,
  context: ApplyContext,
  { serverId, clientId, verdicts }: NewStart,
): Promise<Change[]> => {
  const meta = { ...(await tx.meta()) }
  if (meta.clientId !== clientId) return []
  const changes: Change[] = []
  const outbox = await tx.outbox()
  const { left, hasParked } = await takeVerdicts(tx, context, {
    verdicts: verdicts ?? { results: [], lastMid: 0 },
    outbox,
  })
  if (serverId !== meta.serverId) {
    for (const cursor of await tx.cursors()) {
      await tx.emptyProject(cursor.projectId)
      tx.putCursor({ ...newCursor(cursor.projectId), rev: cursor.rev + 1 })
      changes.push(numberChange(meta, cursor.projectId, { reload: true, cursor: true }))
    }
  }
  await uncover(tx, left)
  const rest = outbox.filter((entry) => !left.includes(entry))
  await renumber(tx, rest)
  if (left.length > 0) changes.push(numberChange(meta, null, { outbox: true, parked: hasParked }))
  tx.putMeta({
    ...meta,
    serverId,
    clientId: context.newId(),
    nextMid: rest.length + 1,
    sentMid: 0,
    ackMid: 0,
  })
  return changes
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

/** Numbers the entries from 1 on, and adapts the overlay. */
const renumber = async (tx: StorageTx, entries: readonly OutboxEntry[]): Promise<void> => {
  const newMids = new Map<number, number>()
  for (const [index, entry] of entries.entries()) {
    newMids.set(entry.mid, index + 1)
    if (entry.mid !== index + 1) tx.deleteOutbox(entry.mid)
    tx.putOutbox({ ...entry, mid: index + 1, writer: '' })
    for (const key of entry.touched) {
      const { entity, id } = parseRowKey(key)
      const over = await tx.overlayRow(entry.projectId, entity, id)
      const mid = over === undefined ? undefined : newMids.get(over.lastMid)
      if (over !== undefined && mid !== undefined) tx.putOverlay({ ...over, lastMid: mid })
    }
  }
}
