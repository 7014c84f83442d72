import type { DeviceDatabase } from '../storage/database.ts'
import { openSealedFiles } from '../files/seal-files.ts'
import { openSeals } from './seal.ts'
import { forgetNote } from './sealed-note.ts'
import type { StoredSession } from './session-store.ts'

/**
 * Restores the work that was sealed at a sign-out, also under keys from before the server's secret
 * was rotated.
 */
export const openSealed = async (
  database: DeviceDatabase,
  { sealKey, formerSealKeys = [] }: Pick<StoredSession, 'sealKey' | 'formerSealKeys'>,
): Promise<void> => {
  for (const key of [sealKey, ...formerSealKeys]) {
    await openSeals(database, key)
    await openSealedFiles(database, key)
  }
  await forgetNote(database)
}
