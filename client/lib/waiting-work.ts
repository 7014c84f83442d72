import { DeviceDatabase, databaseName, type Membership } from '#sync/browser/storage/database.ts'
import { readSealedNote } from '#sync/browser/session/sealed-note.ts'
import { otherOrganizations } from './other-databases.ts'

/**
 * Unsent work on this device for one organization. `unsent` null = it was not counted when it was
 * sealed.
 */
export interface WaitingWork {
  organizationId: number
  unsent: number | null
  /** The deadlines that the unsent work must meet, in ms. */
  deadlines: readonly number[]
}

const readWaiting = async (membership: Membership): Promise<WaitingWork> => {
  const note = await readSealedNote(new DeviceDatabase(databaseName(membership))).catch(() => null)
  return {
    organizationId: membership.organizationId,
    unsent: note?.unsent ?? null,
    deadlines: note?.deadlines ?? [],
  }
}

/**
 * Finds the person's unsent work for other organizations. Only for such work is a database kept
 * after signing out.
 */
export const findWaitingWork = async (session: Membership): Promise<readonly WaitingWork[]> => {
  const others = await otherOrganizations(session)
  return await Promise.all(
    others.map((organizationId) => readWaiting({ userId: session.userId, organizationId })),
  )
}
