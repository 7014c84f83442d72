import { Refusal } from '#schema/refusal.ts'
import {
  type CarriedOutcome,
  type CarriedRecord,
  noteOutcome,
} from '#sync/browser/storage/carried-work.ts'
import { api } from './api.ts'
import { carriedChanges, readCarriedHere } from './carried-work.ts'
import { currentDevice, deviceNotes } from './device.ts'
import { OfflineError } from './offline-error.ts'

/** Answers after which a later try can succeed without the person doing anything. */
const PASSING: ReadonlySet<string> = new Set([
  'UNAVAILABLE',
  'TOO_MANY_REQUESTS',
  'USER_SESSION_EXPIRED',
  'WRONG_TOKEN',
  'NO_CREDENTIALS',
  'INTERNAL',
])

/**
 * Delivers the work of one file. Nothing is applied twice, so any failure can be repeated.
 * @returns null = not now; a later try may succeed
 */
export const deliver = async ({ work }: CarriedRecord): Promise<CarriedOutcome | null> => {
  const { sessionId, pieces } = work
  let known = 0
  let applied = 0
  const kept: Extract<CarriedOutcome, { kind: 'delivered' }>['kept'] = []
  try {
    for (const piece of pieces) {
      const answer = await api.sync.deliver({ body: { sessionId, ...piece } })
      known += answer.known
      for (const { mid, status, reason, detail } of answer.results)
        if (status === 'applied') applied += 1
        else kept.push({ mid, reason, detail })
    }
  } catch (error) {
    if (error instanceof OfflineError) return null
    if (!(error instanceof Refusal)) throw error
    if (PASSING.has(error.code)) return null
    return { kind: 'refused', at: Date.now(), code: error.code, detail: error.detail }
  }
  return { kind: 'delivered', at: Date.now(), known, applied, kept }
}

/**
 * Delivers all work on this device that was not delivered yet, or the one work that the person asks
 * for. One tab at a time.
 */
export const deliverCarried = async (asked?: CarriedRecord['key']): Promise<void> => {
  const database = currentDevice()?.database
  if (database === undefined) return
  await navigator.locks.request(`${database.name}-deliver`, async () => {
    for (const record of await readCarriedHere()) {
      if (asked === undefined ? record.outcome !== null : record.key !== asked) continue
      const outcome = await deliver(record)
      if (outcome === null) continue
      await noteOutcome(database, record, outcome)
      carriedChanges.emit()
    }
  })
}

let isFollowing = false
let lastContactAt: number | null = null

/** Delivers carried work from now on, each time the device has reached the server. */
export const followCarried = (): void => {
  if (isFollowing) return
  isFollowing = true
  const attempt = (): void => void deliverCarried().catch(() => undefined)
  deviceNotes.on((note) => {
    if (note.type !== 'state' || note.lastContactAt === lastContactAt) return
    lastContactAt = note.lastContactAt
    attempt()
  })
  attempt()
}
