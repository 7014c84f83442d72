import { attachmentId } from '#schema/entities/attachment.ts'
import { emptyChange, type Change } from '#sync/engine/change.ts'
import type { StorageTx } from '#sync/engine/ports.ts'
import type { DeviceDatabase } from '../database.ts'
import type { DexieStorage } from '../dexie-storage.ts'
import { changeFile, deleteFile, type FileRecord } from './file-records.ts'

export interface SettlePorts { database: DeviceDatabase; storage: DexieStorage; publish(changes: readonly Change[]): void }

export const CREATE = 'attachments.create'
export const MOST_RESTARTS = 3

/** Id of the row that the record's edit makes. */
export const rowIdOf = async (tx: StorageTx, { projectId, id }: Pick<FileRecord, 'projectId' | 'id'>): Promise<string> => {
  const project = (await tx.home())?.projects.find((one) => one.id === projectId)
  return attachmentId(id, project?.me.vendorId ?? null)
}

type Standing = { kind: 'sent' } | { kind: 'refused'; parkedId: string; reason: string } | { kind: 'taken'; rowId: string } | { kind: 'gone' }
const isOf = (record: FileRecord) => ({ projectId, command, args }: { projectId: string; command: string; args: unknown }): boolean =>
  projectId === record.projectId && command === CREATE && (args as { id?: unknown }).id === record.id

const standingOf = (storage: DexieStorage, record: FileRecord): Promise<Standing> => storage.transaction('read', async (tx): Promise<Standing> => {
  if ((await tx.outbox()).some(isOf(record))) return { kind: 'sent' }
  const parked = (await tx.parked()).find(isOf(record))
  if (parked !== undefined) return { kind: 'refused', parkedId: parked.id, reason: parked.reason }
  const rowId = await rowIdOf(tx, record)
  return (await tx.baseRow(record.projectId, 'attachment', rowId)) === undefined ? { kind: 'gone' } : { kind: 'taken', rowId }
})

/** Takes an edit back from the tray, because it is tried again from the beginning. */
export const unpark = async ({ storage, publish }: SettlePorts, parkedId: string): Promise<void> => {
  publish([await storage.transaction('edit', async (tx) => {
    const meta = { ...(await tx.meta()) }
    meta.changeSeq += 1
    tx.deleteParked(parkedId)
    tx.putMeta(meta)
    return { ...emptyChange(meta.changeSeq, null), parked: true }
  })])
}

/** Brings the records into line with what became of their edits. True = one is to be sent again. */
export const settleFiles = async (ports: SettlePorts): Promise<boolean> => {
  const { database, storage } = ports
  let isAgain = false
  for (const record of await database.file.filter(({ state }) => state === 'sent' || state === 'refused').toArray()) {
    const standing = await standingOf(storage, record)
    if (standing.kind === 'refused' && standing.reason === 'FILE_MISSING' && record.restarts < MOST_RESTARTS) {
      // Restored from a backup, or away for long: the bytes are still here.
      await changeFile(database, record.id, { state: 'waiting', restarts: record.restarts + 1 })
      await unpark(ports, standing.parkedId)
      isAgain = true
    } else if (standing.kind === 'sent' || standing.kind === 'refused') {
      if (record.state !== standing.kind) await changeFile(database, record.id, { state: standing.kind })
    } else {
      if (standing.kind === 'taken') await keepContent(database, record, standing.rowId)
      await deleteFile(database, record.id)
    }
  }
  return isAgain
}

/** For reading later; where there is no room for it, it can be fetched. */
const keepContent = async (database: DeviceDatabase, { projectId, args: { file }, blob }: FileRecord, id: string): Promise<void> => {
  await database.content.put({ projectId, id, contentHash: file.contentHash, blob }).catch(() => undefined)
}

/** What is kept for reading goes with the right to read it, and with the project's copy. */
export const sweepContents = async ({ database, storage }: Pick<SettlePorts, 'database' | 'storage'>): Promise<void> => {
  for (const [projectId, id] of await database.content.toCollection().primaryKeys()) {
    const isHere = await storage.transaction('read', async (tx) => (await tx.baseRow(projectId, 'attachment', id)) !== undefined)
    if (!isHere) await database.content.delete([projectId, id])
  }
}
