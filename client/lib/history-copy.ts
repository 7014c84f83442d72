import * as v from 'valibot'
import { ChangeEntry } from '#schema/api/projects-service/requirements.ts'
import { Refusal } from '#schema/refusal.ts'
import {
  forgetHistory,
  type HistoryPlace,
  readHistory,
  writeHistory,
} from '#sync/browser/storage/kept-histories.ts'
import { currentDevice } from './device.ts'
import { joinHistories } from './join-histories.ts'
import { OfflineError } from './offline-error.ts'

export type HistoryEntry = v.InferOutput<typeof ChangeEntry>
interface HistoryPage {
  items: HistoryEntry[]
  total: number
}
export interface ShownHistory extends HistoryPage {
  /** Time when the device read it, ms; null = just now. */
  readOn: number | null
}

const Kept = v.pipe(v.string(), v.parseJson(), v.array(ChangeEntry))
const ACCESS_ENDED: ReadonlySet<string> = new Set(['NOT_FOUND', 'NOT_ALLOWED'])

const openDatabase = () => {
  const database = currentDevice()?.database
  return database?.isOpen() === true ? database : null
}

/** The entries on this device; null = none, or kept by a version with another format. */
const readCopy = async (place: HistoryPlace) => {
  const database = openDatabase()
  const found = database && (await readHistory(database, place).catch(() => null))
  if (!found) return { epoch: null, entries: null, at: 0 }
  const parsed = v.safeParse(Kept, found.kept?.text)
  return {
    epoch: found.epoch,
    entries: parsed.success ? parsed.output : null,
    at: found.kept?.at ?? 0,
  }
}

/**
 * Reads a history from the server and keeps it on this device. If the server cannot be reached,
 * returns what the device has. Throws Refusal, or OfflineError if the device has nothing.
 */
export const readThroughCopy = async (
  place: HistoryPlace,
  ask: () => Promise<HistoryPage>,
): Promise<ShownHistory> => {
  // Read the copy first: `epoch` must be from before the question.
  const { epoch, entries, at } = await readCopy(place)
  try {
    const page = await ask()
    const database = openDatabase()
    const text = `[${joinHistories(page, entries ?? []).join()}]`
    // Ignore failures: a full or closed device can still show the history.
    if (database !== null)
      void writeHistory(database, place, { text, at: Date.now(), epoch }).catch(() => undefined)
    return { ...page, readOn: null }
  } catch (error) {
    const database = openDatabase()
    if (error instanceof Refusal && ACCESS_ENDED.has(error.code) && database !== null)
      await forgetHistory(database, place).catch(() => undefined)
    if (!(error instanceof OfflineError) || entries === null) throw error
    return { items: entries, total: entries.length, readOn: at }
  }
}
