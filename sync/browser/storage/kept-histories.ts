import type { DeviceDatabase } from './database.ts'
import { isCopy, type KeptCopy, type NewCopy, readCopy, writeCopy } from './kept-copies.ts'

/** Prefix of the keys of history records. */
export const HISTORY = 'history/'
/** Number of histories kept, of all projects together. */
const MOST_KEPT = 40

export interface HistoryPlace {
  projectId: string
  documentId: string
  /** Absent = the whole document. */
  requirementId?: string | undefined
}

const keyOf = ({ projectId, documentId, requirementId }: HistoryPlace): `history/${string}` =>
  `${HISTORY}${JSON.stringify([projectId, documentId, requirementId ?? null])}`

/** The keys of all histories of a project. */
export const historiesOf = (projectId: string): IDBKeyRange => {
  const start = `${HISTORY}[${JSON.stringify(projectId)},`
  return IDBKeyRange.bound(start, `${start}\uffff`)
}

/** The newest entries of a history, as the person last read them from the server; null = none. */
export const readHistory = (database: DeviceDatabase, place: HistoryPlace): Promise<KeptCopy> =>
  readCopy(database, { projectId: place.projectId, key: keyOf(place) })

/** Like `writeCopy`; also removes the oldest histories over the limit. */
export const writeHistory = (
  database: DeviceDatabase,
  place: HistoryPlace,
  copy: NewCopy,
): Promise<void> =>
  writeCopy(database, { projectId: place.projectId, key: keyOf(place), ...copy }, async () => {
    const kept = (await database.meta.where('key').startsWith(HISTORY).toArray()).filter(isCopy)
    const oldest = kept.toSorted((one, other) => other.at - one.at).slice(MOST_KEPT)
    await database.meta.bulkDelete(oldest.map(({ key }) => key))
  })

export const forgetHistory = (database: DeviceDatabase, place: HistoryPlace): Promise<void> =>
  database.meta.delete(keyOf(place))
