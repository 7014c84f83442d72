import { databaseName } from '#sync/browser/storage/database.ts'
import { browserDatabases } from './memory-mode.ts'
import { currentSession } from './session.ts'

/** A browser that cannot delete a database may never report it. */
const LONGEST_MS = 5_000

/** Deletes the stored database of the person; false if the browser does not. */
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
