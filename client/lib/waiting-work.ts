import { DeviceDatabase, databaseName, type Membership } from '#sync/browser/database.ts'
import { readSealedNote } from '#sync/browser/sealed-note.ts'

/** What waits on this device for one organization of the person. `unsent` null: not counted when it was sealed. */
export interface WaitingWork {
  organizationId: number
  unsent: number | null
  /** The first deadline that threatens it, ms. */
  deadlineAt: number | null
}

const readWaiting = async (membership: Membership): Promise<WaitingWork> => {
  const note = await readSealedNote(new DeviceDatabase(databaseName(membership))).catch(() => null)
  return { organizationId: membership.organizationId, unsent: note?.unsent ?? null, deadlineAt: note?.deadlineAt ?? null }
}

/**
 * Unsent work of the person for organizations other than the one they work in: a database outlives
 * the sign-out for nothing else.
 */
export const findWaitingWork = async ({ userId, organizationId }: Membership): Promise<readonly WaitingWork[]> => {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  const pattern = new RegExp(`^${databaseName({ userId, organizationId: 0 }).replace(/0$/, '')}(\\d+)$`)
  const others = names.flatMap((name) => Number(pattern.exec(name)?.[1] ?? organizationId))
    .filter((id) => id !== organizationId)
  return await Promise.all(others.map((id) => readWaiting({ userId, organizationId: id })))
}
