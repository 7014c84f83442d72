import { DEVICE_STORES, type DeviceDatabase, type DeviceRecord } from '../storage/database.ts'
import { committed, requested } from '../storage/idb.ts'
import type { JournalRecord } from './journal-record.ts'
import { carryOut } from './late-writes.ts'

/**
 * Writes to the database what only the journal has. Check and writes share one transaction, so any
 * worker may run it at any time, even while the sole writer is about to write the same.
 * @returns whether there was anything to write
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
  // Skip after a gap, or a record of another device: the database was recreated.
  const isNext =
    first !== undefined &&
    first.rev === (device?.rev ?? 0) + 1 &&
    first.follows === device?.meta.clientId
  if (isNext) for (const { writes } of missing) carryOut(idb, writes)
  await done
  return isNext
}
