import { databaseName } from '#sync/browser/storage/database.ts'
import { browserDatabases } from './memory-mode.ts'
import { currentSession } from './session.ts'

/** A browser that cannot delete a database may not say so either. */
const LONGEST_MS = 5_000

/** Deletes the stored database of the person; false where the browser does not do it. */
export const deleteStored = async (): Promise<boolean> => {
  const session = currentSession()
  if (session === null || browserDatabases === undefined) return false
  const factory = browserDatabases
  return await new Promise((resolve) => {
    setTimeout(() => resolve(false), LONGEST_MS)
    try {
      const request = factory.deleteDatabase(databaseName(session))
      request.onsuccess = () => resolve(true)
      request.onerror = () => resolve(false)
    } catch {
      resolve(false)
    }
  })
}
