import { DeviceDatabase, databaseName, type Membership } from '#sync/browser/storage/database.ts'
import { readSealedNote } from '#sync/browser/session/sealed-note.ts'
import { otherOrganizations } from './other-databases.ts'

/**
 * What waits on this device for one organization of the person. `unsent` null: not counted when it
 * was sealed.
 */
export interface WaitingWork {
  organizationId: number
  unsent: number | null
  /** The first deadline that threatens it, ms. */
  deadlineAt: number | null
}

const readWaiting = async (membership: Membership): Promise<WaitingWork> => {
  const note = await readSealedNote(new DeviceDatabase(databaseName(membership))).catch(() => null)
  return {
    organizationId: membership.organizationId,
    unsent: note?.unsent ?? null,
    deadlineAt: note?.deadlineAt ?? null,
  }
}

/**
 * Unsent work of the person for organizations other than the one they work in: a database outlives
 * the sign-out for nothing else.
 */
export const findWaitingWork = async (session: Membership): Promise<readonly WaitingWork[]> => {
  const others = await otherOrganizations(session)
  return await Promise.all(
    others.map((organizationId) => readWaiting({ userId: session.userId, organizationId })),
  )
}
