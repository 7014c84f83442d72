import type { DeviceDatabase } from './database.ts'

/** Something that only the server has, as the person last read it. */
export interface CopyRecord {
  key: `history/${string}` | `messages/${string}`
  /** JSON. It can tell answers and more, so it leaves the device with the rows. */
  text: string
  /** Time of the reading, ms by this device's clock. */
  at: number
}

interface CopyPlace {
  projectId: string
  key: CopyRecord['key']
}

export const isCopy = (record: object | undefined): record is CopyRecord =>
  record !== undefined && 'text' in record && 'key' in record

export interface KeptCopy {
  kept: CopyRecord | null
  /** Marks what the person may read now; `writeCopy` checks it. */
  epoch: number | null
}

/** The kept copy; null = none. */
export const readCopy = (
  database: DeviceDatabase,
  { projectId, key }: CopyPlace,
): Promise<KeptCopy> =>
  database.transaction('r', database.meta, database.cursor, async () => {
    const [record, cursor] = [await database.meta.get(key), await database.cursor.get(projectId)]
    return { kept: isCopy(record) ? record : null, epoch: cursor?.epoch ?? null }
  })

export interface NewCopy {
  text: string
  at: number
  /** The epoch before the server was asked. */
  epoch: number | null
}

/**
 * Keeps what was read from the server, and runs `then` in the same transaction. Keeps nothing if the
 * copy of the project is gone or the person's access has changed since `epoch`.
 */
export const writeCopy = (
  database: DeviceDatabase,
  { projectId, key, text, at, epoch }: CopyPlace & NewCopy,
  then: () => Promise<void> = async () => undefined,
): Promise<void> =>
  database.transaction('rw', database.meta, database.cursor, async () => {
    const cursor = await database.cursor.get(projectId)
    if (cursor === undefined || cursor.isDenied || cursor.epoch !== epoch) return
    await database.meta.put({ key, text, at })
    await then()
  })
