import { Refusal } from '#schema/refusal.ts'
import type { DeviceDatabase } from '#sync/browser/storage/database.ts'
import type { KeptCopy, NewCopy } from '#sync/browser/storage/kept-copies.ts'
import { currentDevice } from './device.ts'
import { OfflineError } from './offline-error.ts'

/** Where the device keeps an answer of the server, and in which format. */
export interface CopyOf<T> {
  read(database: DeviceDatabase): Promise<KeptCopy>
  write(database: DeviceDatabase, copy: NewCopy): Promise<void>
  forget(database: DeviceDatabase): Promise<void>
  /** null = kept by a version with another format. */
  parse(text: string): T | null
  /** The text to keep; `kept` is what the device had before. */
  format(answer: T, kept: T | null): string
}
export interface ReadAnswer<T> {
  answer: T
  /** Time when the device read it, ms; null = just now. */
  readOn: number | null
}

const ACCESS_ENDED: ReadonlySet<string> = new Set([
  'NOT_FOUND',
  'NOT_ALLOWED',
  'ACCESS_TO_PROJECT_IS_DENIED',
  'NO_CONSENT',
])

const openDatabase = () => {
  const database = currentDevice()?.database
  return database?.isOpen() === true ? database : null
}

const readKept = async <T>(copy: CopyOf<T>) => {
  const database = openDatabase()
  const found = database && (await copy.read(database).catch(() => null))
  if (!found) return { epoch: null, kept: null, at: 0 }
  const { epoch, kept } = found
  return { epoch, kept: kept === null ? null : copy.parse(kept.text), at: kept?.at ?? 0 }
}

/**
 * Asks the server and keeps the answer on this device. If the server cannot be reached, returns what
 * the device has. Throws Refusal, or OfflineError if the device has nothing.
 */
export const readThrough = async <T>(
  copy: CopyOf<T>,
  ask: () => Promise<T>,
): Promise<ReadAnswer<T>> => {
  // Read the copy first: `epoch` must be from before the question.
  const { epoch, kept, at } = await readKept(copy)
  try {
    const answer = await ask()
    const database = openDatabase()
    // Ignore failures: a full or closed device can still show the answer.
    if (database !== null)
      void copy
        .write(database, { text: copy.format(answer, kept), at: Date.now(), epoch })
        .catch(() => undefined)
    return { answer, readOn: null }
  } catch (error) {
    const database = openDatabase()
    if (error instanceof Refusal && ACCESS_ENDED.has(error.code) && database !== null)
      await copy.forget(database).catch(() => undefined)
    if (!(error instanceof OfflineError) || kept === null) throw error
    return { answer: kept, readOn: at }
  }
}
