import { DEVICE_STORES, type DeviceDatabase } from './database.ts'
import type { DexieStorage } from './dexie-storage.ts'
import { sealFiles } from './files/seal-files.ts'
import { hasSealed, raiseRevision, sealWork } from './seal.ts'

/** What a person wrote and nobody has yet; all else can be had again and goes at sign-out. */
const OWN_WORK: readonly string[] = ['meta', 'outbox', 'parked', 'file']

/**
 * Leaves nothing of the project data behind that somebody else could read: unsent work stays, sealed. With `discard`, or without any, the database itself goes.
 * @param sealKey null: the session is gone already, so nothing can be sealed
 */
export const leaveDevice = async (database: DeviceDatabase, storage: DexieStorage, discard: boolean, sealKey: CryptoKey | null): Promise<void> => {
  await storage.removeJournal()
  const own = await storage.transaction('read', async (tx) => (await tx.outboxCount()) + (await tx.parkedCount()))
  const files = await database.file.count()
  if (discard || (own + files === 0 && !await hasSealed(database))) {
    await database.delete()
    return
  }
  const gone = [...DEVICE_STORES, 'content'].filter((name) => !OWN_WORK.includes(name))
  await database.transaction('rw', [...gone, 'meta'], async () => {
    await Promise.all(gone.map((name) => database.table(name).clear()))
    await database.meta.delete('home')
    await raiseRevision(database)
  })
  if (sealKey !== null && own > 0) await sealWork(database, sealKey)
  if (sealKey !== null) await sealFiles(database, sealKey)
  database.close()
}
