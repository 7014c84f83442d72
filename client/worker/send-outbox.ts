import { databaseName, isSameMembership, type Membership } from '#sync/browser/storage/database.ts'
import { createDevice } from '#sync/browser/tabs/device.ts'
import type { Device } from '#sync/browser/tabs/device-api.ts'
import { readSession } from '#sync/browser/session/session-store.ts'

/** Browsers give a background task a few minutes at most. */
const LONGEST_MS = 60_000

/** The device of this service worker, kept because the worker is woken more than once. */
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
  // Not visible, because it has no page: the device waits behind every tab and takes no lock from
  // one.
  await device.open({ database: databaseName(of), person: { ...of, name }, isVisible: false })
  opened = { of, device }
  return device
}

/**
 * Sends the signed-in person's unsent edits with the same engine and lock as the tabs. Rejects if
 * some stay unsent, so that the browser retries later.
 * @param isSeen whether a tab is visible; that tab sends by itself, and writes faster as the only
 * writer
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
