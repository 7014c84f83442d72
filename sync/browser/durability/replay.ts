import { DEVICE_STORES, type DeviceDatabase, type DeviceRecord } from '../storage/database.ts'
import { committed, requested } from '../storage/idb.ts'
import type { JournalRecord } from './journal-record.ts'
import { carryOut } from './late-writes.ts'

/**
 * Writes again what the journal has and the database has not; true if there was anything. The check and the writing are one transaction, so it may be
 * done by anybody at any time: also while the one that writes alone is about to write the same.
 */
export const replay = async (
  database: DeviceDatabase,
  records: readonly JournalRecord[],
): Promise<boolean> => {
  if (records.length === 0) return false
  const idb = database.backendDB().transaction(DEVICE_STORES, 'readwrite', { durability: 'strict' })
  const done = committed(idb)
  done.catch(() => undefined)
  const device = (await requested(idb.objectStore('meta').get('device'))) as
    | DeviceRecord
    | undefined
  const missing = device === undefined ? [] : records.filter(({ rev }) => rev > device.rev)
  const [first] = missing
  // A gap, or another device's record: the database was made anew, and nothing of the former belongs into it.
  const isNext =
    first !== undefined &&
    first.rev === (device?.rev ?? 0) + 1 &&
    first.follows === device?.meta.clientId
  if (isNext) for (const { writes } of missing) carryOut(idb, writes)
  await done
  return isNext
}
