import { databaseName, isSameMembership, type Membership } from '#sync/browser/storage/database.ts'
import { createDevice } from '#sync/browser/tabs/device.ts'
import type { Device } from '#sync/browser/tabs/device-api.ts'
import { readSession } from '#sync/browser/session/session-store.ts'

/** A browser gives a background task a few minutes at most. */
const LONGEST_MS = 60_000

/** The one device of this service worker, which wakes more than once. */
let opened: { of: Membership; device: Device } | null = null

const deviceOf = async ({
  userId,
  organizationId,
  name,
}: Membership & { name: string }): Promise<Device> => {
  const of = { userId, organizationId }
  if (opened !== null && isSameMembership(opened.of, of)) {
    opened.device.awake()
    return opened.device
  }
  opened?.device.sleep()
  const device = createDevice(() => undefined)
  // It has no page: it waits its turn behind every tab, and takes no tab's lock.
  await device.open({ database: databaseName(of), person: { ...of, name }, isVisible: false })
  opened = { of, device }
  return device
}

/**
 * Sends what the signed-in person left unsent, with the engine of the tabs and behind their lock.
 * Rejects where something is left: the browser tries again later.
 * @param isSeen whether a tab is visible: it sends by itself, and writes faster as the sole writer
 */
export const sendOutbox = async (isSeen: boolean): Promise<void> => {
  const stored = await readSession()
  if (stored === undefined || stored.isExpired) return
  if (isSeen) throw new Error('A tab is open, and sends')
  const device = await deviceOf(stored.session)
  try {
    const left = await device.drain({ ms: LONGEST_MS })
    if (left > 0) throw new Error(`${left} edits are left`)
  } finally {
    device.sleep()
  }
}
