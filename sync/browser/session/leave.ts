import { CARRIED, DEVICE_STORES, type DeviceDatabase } from '../storage/database.ts'
import type { Storage } from '#sync/engine/ports.ts'
import { sealFiles } from '../files/seal-files.ts'
import { FORM } from '../storage/kept-forms.ts'
import { HISTORY } from '../storage/kept-histories.ts'
import { MESSAGES } from '../storage/kept-messages.ts'
import { KEEP } from '../storage/kept-projects.ts'
import { noteUnsent } from './sealed-note.ts'
import { hasSealed, raiseRevision, sealWork } from './seal.ts'

/**
 * Stores with work that only this device has; a sign-out removes all others, whose content can be
 * fetched again.
 */
const OWN_WORK: readonly string[] = ['meta', 'outbox', 'parked', 'file']

/**
 * Empties the database if it holds no work of the person, including work that another tab has
 * written. A later writer finds no project here and is refused before the database is deleted.
 */
const emptyUnlessNeeded = (database: DeviceDatabase): Promise<boolean> => {
  const stores = [...DEVICE_STORES, 'file', 'content']
  return database.transaction('rw', stores, async () => {
    const counts = [database.outbox.count(), database.parked.count(), database.file.count()]
    if ((await Promise.all(counts)).some((count) => count > 0) || (await hasSealed(database)))
      return false
    await Promise.all(stores.map((name) => database.table(name).clear()))
    return true
  })
}

/** Forgets the number of the kept edits, which go with the copies. */
const forgetKept = (database: DeviceDatabase): PromiseLike<unknown> =>
  database.meta
    .where('key')
    .equals('device')
    .modify((record) => {
      if (record.key !== 'device') return
      delete record.meta.kept
      delete record.meta.wentBack
    })

interface Leaving {
  /** Delete unsent work instead of sealing it. */
  isDiscarding: boolean
  /** null: the session has ended, so nothing can be sealed. */
  sealKey: CryptoKey | null
}

/**
 * Removes the readable project data of a person who signs out. Seals the unsent work; deletes the
 * whole database where there is none or the person discards it.
 */
export const leaveDevice = async (
  database: DeviceDatabase,
  storage: Storage,
  { isDiscarding, sealKey }: Leaving,
): Promise<void> => {
  if (isDiscarding || (await emptyUnlessNeeded(database))) {
    await database.delete()
    return
  }
  await noteUnsent(database)
  const own = await storage.transaction(
    'read',
    async (tx) => (await tx.outboxCount()) + (await tx.parkedCount()),
  )
  const gone = [...DEVICE_STORES, 'content'].filter((name) => !OWN_WORK.includes(name))
  await database.transaction('rw', [...gone, 'meta'], async () => {
    await Promise.all(gone.map((name) => database.table(name).clear()))
    await database.meta.delete('home')
    await database.meta.where('key').startsWith(KEEP).delete()
    await database.meta.where('key').startsWithAnyOf(FORM, CARRIED, HISTORY, MESSAGES).delete()
    await forgetKept(database)
    await raiseRevision(database)
  })
  if (sealKey !== null && own > 0) await sealWork(database, sealKey)
  if (sealKey !== null) await sealFiles(database, sealKey)
  database.close()
}
