import type { CarriedWork } from '#schema/api/work-file.ts'
import { CARRIED, type DeviceDatabase } from './database.ts'

/** What the server said to the work when this device last delivered it. */
export type CarriedOutcome =
  | {
      kind: 'delivered'
      /** ms by this device's clock. */
      at: number
      /** Edits that the server already had. */
      known: number
      applied: number
      /** The verdicts on edits that were not applied, or not in full. */
      kept: { mid: number; reason: string | null; detail: Record<string, string | number> }[]
    }
  | { kind: 'refused'; at: number; code: string; detail: Record<string, string | number> }

/** Work of a colleague's device, read from a file; a newer file of the same device replaces it. */
export interface CarriedRecord {
  key: `carried/${string}`
  work: CarriedWork
  /** When this device read the file, ms by its clock. */
  at: number
  /** null = not delivered yet. */
  outcome: CarriedOutcome | null
}

export const carriedKey = (clientId: string): CarriedRecord['key'] => `${CARRIED}${clientId}`

const isCarried = (record: { key: string } | undefined): record is CarriedRecord =>
  record !== undefined && record.key.startsWith(CARRIED)

/** Newest first. */
export const readCarried = async (database: DeviceDatabase): Promise<CarriedRecord[]> =>
  (await database.meta.where('key').startsWith(CARRIED).toArray())
    .filter(isCarried)
    .toSorted((one, other) => other.work.savedOn - one.work.savedOn)

/**
 * Keeps the work, unless this device has newer work of the same device.
 * @returns whether it was kept
 */
export const putCarried = (database: DeviceDatabase, record: CarriedRecord): Promise<boolean> =>
  database.transaction('rw', database.meta, async () => {
    const known = await database.meta.get(record.key)
    if (isCarried(known) && known.work.savedOn > record.work.savedOn) return false
    await database.meta.put(record)
    return true
  })

/** Notes the outcome, unless the work was replaced or removed since it was read. */
export const noteOutcome = (
  database: DeviceDatabase,
  { key, work }: CarriedRecord,
  outcome: CarriedOutcome,
): Promise<void> =>
  database.transaction('rw', database.meta, async () => {
    const known = await database.meta.get(key)
    if (isCarried(known) && known.work.savedOn === work.savedOn)
      await database.meta.put({ ...known, outcome })
  })

export const forgetCarried = (database: DeviceDatabase, key: CarriedRecord['key']): Promise<void> =>
  database.meta.delete(key)
