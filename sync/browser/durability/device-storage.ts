import { createDexieStorage, type DeviceStorage } from '../storage/dexie-storage.ts'
import type { DeviceDatabase } from '../storage/database.ts'
import { withSoleWriter } from './sole-storage.ts'
import { createSoleWriter, type SoleWriter } from './sole-writer.ts'

export interface DeviceStoragePorts {
  /** Name of the device, the same in all its workers. */
  name: string
  database: DeviceDatabase
  newId: () => string
  /** Asks the other workers of the device to share the database. */
  askToShare: () => void
}

/** The storage of a device as the product ships it; tests of the whole product use this one. */
export const createDeviceStorage = (
  ports: DeviceStoragePorts,
): { storage: DeviceStorage; sole: SoleWriter } => {
  const { name, database, newId, askToShare } = ports
  const sole = createSoleWriter({ name: `${name}-writers`, askToShare })
  return { storage: withSoleWriter(createDexieStorage(database, newId), sole), sole }
}
