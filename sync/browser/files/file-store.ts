import type { DeviceDatabase } from '../storage/database.ts'
import {
  changeFile,
  type ContentRecord,
  deleteFile,
  type FileChange,
  type FileRecord,
} from './file-records.ts'

/** The sender's port to the file records of this device. */
export interface FileStore {
  get(id: string): Promise<FileRecord | undefined>
  count(): Promise<number>
  inStates(states: readonly FileRecord['state'][]): Promise<FileRecord[]>
  /**
   * Changes a record that still exists, if `isStill` says so.
   * @returns the record as it is then
   */
  change(
    id: string,
    change: FileChange,
    isStill?: (record: FileRecord) => boolean,
  ): Promise<FileRecord | undefined>
  /** On the disk when it resolves. */
  delete(id: string): Promise<void>
  /** Keeps the bytes for reading where there is room; else they can be fetched. */
  keepContent(content: ContentRecord): Promise<void>
}

export const createFileStore = (database: DeviceDatabase): FileStore => ({
  get: (id) => database.file.get(id),
  count: () => database.file.count(),
  inStates: (states) => database.file.filter(({ state }) => states.includes(state)).toArray(),
  change: (id, change, isStill) => changeFile(database, id, { change, isStill }),
  delete: (id) => deleteFile(database, id),
  async keepContent(content) {
    await database.content.put(content).catch(() => undefined)
  },
})
