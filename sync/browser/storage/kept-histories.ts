import type { DeviceDatabase } from './database.ts'

/** Prefix of the keys of history records. */
export const HISTORY = 'history/'
/** Number of histories kept, of all projects together. */
const MOST_KEPT = 40

/** The newest entries of a history, as the person last read them from the server. */
export interface HistoryRecord {
  key: `history/${string}`
  /** The entries as JSON. They can tell answers, so they leave the device with the rows. */
  text: string
  /** Time of the reading, ms by this device's clock. */
  at: number
}

export interface HistoryPlace {
  projectId: string
  documentId: string
  /** Absent = the whole document. */
  requirementId?: string | undefined
}

const keyOf = ({ projectId, documentId, requirementId }: HistoryPlace): HistoryRecord['key'] =>
  `${HISTORY}${JSON.stringify([projectId, documentId, requirementId ?? null])}`

/** The keys of all histories of a project. */
export const historiesOf = (projectId: string): IDBKeyRange => {
  const start = `${HISTORY}[${JSON.stringify(projectId)},`
  return IDBKeyRange.bound(start, `${start}\uffff`)
}

const isHistory = (record: object | undefined): record is HistoryRecord =>
  record !== undefined && 'text' in record && 'key' in record

interface KeptHistory {
  kept: HistoryRecord | null
  /** Marks what the person may read now; `writeHistory` checks it. */
  epoch: number | null
}

/** The kept history; null = none. */
export const readHistory = (database: DeviceDatabase, place: HistoryPlace): Promise<KeptHistory> =>
  database.transaction('r', database.meta, database.cursor, async () => {
    const [record, cursor] = [
      await database.meta.get(keyOf(place)),
      await database.cursor.get(place.projectId),
    ]
    return { kept: isHistory(record) ? record : null, epoch: cursor?.epoch ?? null }
  })

/**
 * Keeps a history that was read from the server, and removes the oldest ones over the limit. Keeps
 * nothing if the copy of the project is gone or the person's access has changed since `epoch`.
 */
export const writeHistory = (
  database: DeviceDatabase,
  place: HistoryPlace,
  { text, at, epoch }: Pick<HistoryRecord, 'text' | 'at'> & { epoch: number | null },
): Promise<void> =>
  database.transaction('rw', database.meta, database.cursor, async () => {
    const cursor = await database.cursor.get(place.projectId)
    if (cursor === undefined || cursor.isDenied || cursor.epoch !== epoch) return
    await database.meta.put({ key: keyOf(place), text, at })
    const kept = (await database.meta.where('key').startsWith(HISTORY).toArray()).filter(isHistory)
    const oldest = kept.toSorted((one, other) => other.at - one.at).slice(MOST_KEPT)
    await database.meta.bulkDelete(oldest.map(({ key }) => key))
  })

export const forgetHistory = (database: DeviceDatabase, place: HistoryPlace): Promise<void> =>
  database.meta.delete(keyOf(place))
