import { attachmentId } from '#schema/entities/attachment.ts'
import { type Change, commitChange } from '#sync/engine/change.ts'
import type { Storage, StorageTx } from '#sync/engine/ports.ts'
import type { DeviceDatabase } from '../storage/database.ts'
import type { ContentRecord, FileRecord } from './file-records.ts'
import type { FileStore } from './file-store.ts'

export interface SettlePorts {
  files: FileStore
  storage: Storage
  publish(changes: readonly Change[]): void
}

export const CREATE = 'attachments.create'
export const MOST_RESTARTS = 3

/** Id of the row that the record's edit creates. */
export const rowIdOf = async (
  tx: StorageTx,
  { projectId, id }: Pick<FileRecord, 'projectId' | 'id'>,
): Promise<string> => {
  const project = (await tx.home())?.projects.find((one) => one.id === projectId)
  return attachmentId(id, project?.me.vendorId ?? null)
}

type Standing =
  | { kind: 'sent' }
  | { kind: 'refused'; parkedId: string; reason: string; isHeld: boolean }
  | { kind: 'taken'; rowId: string }
  | { kind: 'gone' }
const isOf =
  (record: FileRecord) =>
  ({ projectId, command, args }: { projectId: string; command: string; args: unknown }): boolean =>
    projectId === record.projectId &&
    command === CREATE &&
    (args as { id?: unknown }).id === record.id

const standingOf = (storage: Storage, record: FileRecord): Promise<Standing> =>
  storage.transaction('read', async (tx): Promise<Standing> => {
    if ((await tx.outbox()).some(isOf(record))) return { kind: 'sent' }
    const parked = (await tx.parked()).find(isOf(record))
    const rowId = await rowIdOf(tx, record)
    const isHeld = (await tx.baseRow(record.projectId, 'attachment', rowId)) !== undefined
    if (parked !== undefined)
      return { kind: 'refused', parkedId: parked.id, reason: parked.reason, isHeld }
    return isHeld ? { kind: 'taken', rowId } : { kind: 'gone' }
  })

/** Removes a parked edit, because its file is sent again. */
export const unpark = async (
  { storage, publish }: Pick<SettlePorts, 'storage' | 'publish'>,
  parkedId: string,
): Promise<void> => {
  publish([
    await storage.transaction('edit', async (tx) => {
      tx.deleteParked(parkedId)
      return await commitChange(tx, null, { parked: true })
    }),
  ])
}

/**
 * Adapts one record to the outcome of its edit. A waiting record whose edit is unknown stays as it
 * is, and so does one without an edit, although a row of it may be left from before it was sent
 * again.
 */
export const settleFile = async (ports: SettlePorts, record: FileRecord): Promise<void> => {
  const { files, storage } = ports
  const standing = await standingOf(storage, record)
  if (
    standing.kind === 'refused' &&
    standing.reason === 'FILE_MISSING' &&
    // After a crash, a row that only this device still holds would pass for the edit's.
    !standing.isHeld &&
    record.restarts < MOST_RESTARTS
  ) {
    // The server lost the bytes, for example by a restored backup; this device still has them.
    await files.change(record.id, {
      state: 'waiting',
      restarts: record.restarts + 1,
      told: undefined,
    })
    await unpark(ports, standing.parkedId)
  } else if (standing.kind === 'sent' || standing.kind === 'refused') {
    if (record.state !== standing.kind) await files.change(record.id, { state: standing.kind })
  } else if (record.state !== 'waiting' || (standing.kind === 'taken' && isTold(record))) {
    if (standing.kind === 'taken') await files.keepContent(contentOf(record, standing.rowId))
    await files.delete(record.id)
  }
}

/** Whether the edit of the record may have been written: its words are noted before. */
const isTold = ({ told }: FileRecord): boolean => told !== undefined

export const settleFiles = async (ports: SettlePorts): Promise<void> => {
  for (const record of await ports.files.inStates(['sent', 'refused']))
    await settleFile(ports, record)
}

const contentOf = ({ projectId, args: { file }, blob }: FileRecord, id: string): ContentRecord => ({
  projectId,
  id,
  contentHash: file.contentHash,
  blob,
})

/**
 * Removes kept contents whose row this device does not hold any more: the person lost the right to
 * read it, or the project's copy was removed.
 */
export const sweepContents = async ({
  database,
  storage,
}: {
  database: DeviceDatabase
  storage: Storage
}): Promise<void> => {
  for (const [projectId, id] of await database.content.toCollection().primaryKeys()) {
    const isHere = await storage.transaction(
      'read',
      async (tx) => (await tx.baseRow(projectId, 'attachment', id)) !== undefined,
    )
    if (!isHere) await database.content.delete([projectId, id])
  }
}
