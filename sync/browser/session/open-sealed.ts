import type { DeviceDatabase } from '../storage/database.ts'
import { openSealedFiles } from '../files/seal-files.ts'
import { openSeals } from './seal.ts'
import { forgetNote } from './sealed-note.ts'
import type { StoredSession } from './session-store.ts'

/** Brings back what was sealed at a sign-out, before the server's secret was rotated too. */
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
