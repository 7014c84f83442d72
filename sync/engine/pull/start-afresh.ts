import { type PullPage, SYNC_PROTOCOL } from '#schema/api/sync.ts'
import { type ApplyContext, newCursor, takeVerdicts, type Verdicts } from './apply-page.ts'
import { type Change, emptyChange } from '../change.ts'
import { parseRowKey } from '../overlay/device-tx.ts'
import {
  type Network,
  type OutboxEntry,
  type Storage,
  type StorageTx,
  SyncFailure,
} from '../ports.ts'

/** Where the device goes on. `verdicts`: what the server there has decided of `clientId`'s edits; absent = nothing that the device has not taken. */
export interface Afresh {
  serverId: string | null
  clientId: string
  verdicts?: Verdicts
}

/** What another server knows of this device: a backup holds the edits that were taken before it. Throws SyncFailure. */
export const askVerdicts = async (storage: Storage, network: Network): Promise<Afresh> => {
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
 * The server was restored from a backup: what came from it goes, what it had decided by then is taken, and the rest is numbered afresh under a
 * new client. Does nothing where another tab has begun anew meanwhile.
 */
export const startAfresh = async (
  tx: StorageTx,
  context: ApplyContext,
  { serverId, clientId, verdicts }: Afresh,
): Promise<Change[]> => {
  const meta = { ...(await tx.meta()) }
  if (meta.clientId !== clientId) return []
  const changes: Change[] = []
  const outbox = await tx.outbox()
  const { left, hasParked } = await takeVerdicts(
    tx,
    context,
    verdicts ?? { results: [], lastMid: 0 },
    outbox,
  )
  if (serverId !== meta.serverId) {
    for (const cursor of await tx.cursors()) {
      await tx.emptyProject(cursor.projectId)
      tx.putCursor({ ...newCursor(cursor.projectId), rev: cursor.rev + 1 })
      changes.push({
        ...emptyChange((meta.changeSeq += 1), cursor.projectId),
        reload: true,
        cursor: true,
      })
    }
  }
  await uncover(tx, left)
  const rest = outbox.filter((entry) => !left.includes(entry))
  await renumber(tx, rest)
  if (left.length > 0)
    changes.push({ ...emptyChange((meta.changeSeq += 1), null), outbox: true, parked: hasParked })
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

/** Rows that were last written by an edit which has left show what the server says again. */
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

const renumber = async (tx: StorageTx, entries: readonly OutboxEntry[]): Promise<void> => {
  const renumbered = new Map<number, number>()
  for (const [index, entry] of entries.entries()) {
    renumbered.set(entry.mid, index + 1)
    if (entry.mid !== index + 1) tx.deleteOutbox(entry.mid)
    tx.putOutbox({ ...entry, mid: index + 1, writer: '' })
    for (const key of entry.touched) await renumberOverlay(tx, entry.projectId, key, renumbered)
  }
}

const renumberOverlay = async (
  tx: StorageTx,
  projectId: string,
  key: string,
  renumbered: ReadonlyMap<number, number>,
): Promise<void> => {
  const { entity, id } = parseRowKey(key)
  const over = await tx.overlayRow(projectId, entity, id)
  const mid = over === undefined ? undefined : renumbered.get(over.lastMid)
  if (over !== undefined && mid !== undefined) tx.putOverlay({ ...over, lastMid: mid })
}
