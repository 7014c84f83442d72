import type { CommandArgs } from '#schema/mutations/inputs.ts'
import type { DeviceDatabase } from '../storage/database.ts'
import { committed } from '../storage/idb.ts'
import type { FileWords } from './new-file.ts'
import { mayBeTakenBack } from './underway.ts'

/**
 * A file that a person chose here, with the edit that names it: one record, so that neither exists
 * without the other.
 *
 *   waiting ◀──▶ paused
 *   waiting ──(the bytes have arrived; the edit is in the outbox)──▶ sent
 *   sent ──(the server accepts the edit)──▶ removed, the bytes kept for reading
 *   waiting, sent ──(parked with the reason)──▶ refused
 *   refused ──(retried)──▶ waiting, (discarded)──▶ removed
 */
export interface FileRecord {
  /** The attachment's id without its vendor's. */
  id: string
  projectId: string
  args: CommandArgs['attachments.create']
  blob: Blob
  /** ms by this device's clock. */
  addedAt: number
  label: string
  /** The undo scope of the edit. */
  scope: string
  /** The undo group of the edit; absent = the edit is undone alone. */
  group?: string | undefined
  state: 'waiting' | 'paused' | 'sent' | 'refused'
  /**
   * Name and description in the edit, noted just before the edit is written; a later name becomes
   * an edit of its own.
   */
  told?: FileWords | undefined
  /** Restarts of the upload, because the bytes arrived damaged or the server lost them. */
  restarts: number
}

/** The bytes of an attachment, kept for reading without a network; they can be fetched again. */
export interface ContentRecord {
  projectId: string
  /** Id of the attachment's row. */
  id: string
  contentHash: string
  blob: Blob
}

/** Writes file records durably: the person may not have a chosen file a second time. */
const writeFiles = async (
  database: DeviceDatabase,
  work: (store: IDBObjectStore) => void,
): Promise<void> => {
  if (!database.isOpen()) await database.open()
  const transaction = database
    .backendDB()
    .transaction(['file'], 'readwrite', { durability: 'strict' })
  const done = committed(transaction)
  work(transaction.objectStore('file'))
  await done
}
export const putFile = (database: DeviceDatabase, record: FileRecord): Promise<void> =>
  writeFiles(database, (store) => {
    store.put(record)
  })
export const deleteFile = (database: DeviceDatabase, id: string): Promise<void> =>
  writeFiles(database, (store) => {
    store.delete(id)
  })

/**
 * Stores a new file, and removes it where `requireAllowed` then refuses it. The check comes second,
 * because a sign-out in another tab may clear the rows that it reads, and the database with them.
 */
export const keepFile = async (
  database: DeviceDatabase,
  record: FileRecord,
  requireAllowed: () => Promise<void>,
): Promise<void> => {
  await putFile(database, record)
  try {
    await requireAllowed()
  } catch (error) {
    await deleteFile(database, record.id)
    throw error
  }
}

/**
 * Removes a file unless its edit may be under way.
 * @returns whether it was removed
 */
export const takeBackFile = async (database: DeviceDatabase, id: string): Promise<boolean> => {
  let isGone = false
  await writeFiles(database, (store) => {
    withRecord(store, id, (record) => {
      if (!mayBeTakenBack(record)) return
      store.delete(id)
      isGone = true
    })
  })
  return isGone
}

/** The fields to write, or a function from the stored record to them. */
export type FileChange = Partial<FileRecord> | ((record: FileRecord) => Partial<FileRecord>)
interface Changing {
  change: FileChange
  /** Whether the stored record may still be changed; without it, always. */
  isStill?: ((record: FileRecord) => boolean) | undefined
}
/**
 * Changes a record in one transaction, which is on the disk when the promise resolves.
 * @returns the record as it is then; undefined when it is gone or may not be changed any more
 */
export const changeFile = async (
  database: DeviceDatabase,
  id: string,
  { change, isStill = () => true }: Changing,
): Promise<FileRecord | undefined> => {
  let changed: FileRecord | undefined
  await writeFiles(database, (store) => {
    withRecord(store, id, (record) => {
      if (!isStill(record)) return
      changed = { ...record, ...(typeof change === 'function' ? change(record) : change) }
      store.put(changed)
    })
  })
  return changed
}

const withRecord = (
  store: IDBObjectStore,
  id: string,
  work: (record: FileRecord) => void,
): void => {
  const asked = store.get(id) as IDBRequest<FileRecord | undefined>
  asked.onsuccess = () => {
    if (asked.result !== undefined) work(asked.result)
  }
}
