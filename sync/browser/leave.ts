import { DEVICE_STORES, type DeviceDatabase } from './database.ts'
import type { DexieStorage } from './dexie-storage.ts'

/** What a person wrote and nobody has yet; all else can be had again and goes at sign-out. */
const OWN_WORK: readonly string[] = ['meta', 'outbox', 'parked']

/** Leaves nothing of the project data behind; with `discard`, or when there is no unsent work, the database itself goes. */
export const leaveDevice = async (database: DeviceDatabase, storage: DexieStorage, discard: boolean): Promise<void> => {
  const own = await storage.transaction('read', async (tx) => (await tx.outboxCount()) + (await tx.parkedCount()))
  if (discard || own === 0) {
    await database.delete()
    return
  }
  const gone = DEVICE_STORES.filter((name) => !OWN_WORK.includes(name))
  await database.transaction('rw', [...gone, 'meta'], async () => {
    await Promise.all(gone.map((name) => database.table(name).clear()))
    await database.meta.delete('home')
    // Tabs that remember rows see that these are gone.
    await database.meta.where('key').equals('device').modify((record) => {
      if (record.key === 'device') record.rev += 1
    })
  })
  database.close()
}
