import * as v from 'valibot'
import { ChangeEntry } from '#schema/api/projects-service/requirements.ts'
import {
  forgetHistory,
  type HistoryPlace,
  readHistory,
  writeHistory,
} from '#sync/browser/storage/kept-histories.ts'
import { joinHistories } from './join-histories.ts'
import { type CopyOf, readThrough } from './read-through.ts'

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

const historyCopy = (place: HistoryPlace): CopyOf<HistoryPage> => ({
  read: (database) => readHistory(database, place),
  write: (database, copy) => writeHistory(database, place, copy),
  forget: (database) => forgetHistory(database, place),
  parse(text) {
    const { success, output } = v.safeParse(Kept, text)
    return success ? { items: output, total: output.length } : null
  },
  format: (page, kept) => `[${joinHistories(page, kept?.items ?? []).join()}]`,
})

/** Reads a history through the device's copy of it, see `readThrough`. */
export const readThroughCopy = async (
  place: HistoryPlace,
  ask: () => Promise<HistoryPage>,
): Promise<ShownHistory> => {
  const { answer, readOn } = await readThrough(historyCopy(place), ask)
  return { ...answer, readOn }
}
