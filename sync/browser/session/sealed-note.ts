import { countUnsent, sumUnsent } from '#sync/engine/outbox/unsent-count.ts'
import type { DeviceDatabase } from '../storage/database.ts'
import { isUnderway } from '../files/underway.ts'
import { hasSealed } from './seal.ts'

/**
 * The amount of sealed work, unencrypted, so that the person sees it while they work in another
 * organization, where no key opens the seals. Numbers only.
 */
export interface SealedNote {
  key: 'sealedNote'
  /** Edits and files that have not been sent. */
  unsent: number
  /** The deadlines that would refuse some of them, ms. */
  deadlines: readonly number[]
}
const KEY = 'sealedNote'

const noteIn = async (database: DeviceDatabase): Promise<SealedNote | undefined> => {
  const record = await database.meta.get(KEY)
  if (record?.key !== KEY) return undefined
  // A note of an earlier version has one deadline under another name.
  const { deadlines = [] }: Partial<SealedNote> = record
  return { ...record, deadlines }
}

/** Notes the unsent work. Call it before the work is sealed and the list of projects is removed. */
export const noteUnsent = async (database: DeviceDatabase): Promise<void> => {
  const [entries, files, home, known] = await Promise.all([
    database.outbox.toArray(),
    database.file.filter(isUnderway).toArray(),
    database.meta.get('home'),
    noteIn(database),
  ])
  const unsent = sumUnsent(countUnsent(entries)) + files.length
  if (unsent === 0) return
  const concerned = new Set([...entries, ...files].map(({ projectId }) => projectId))
  const projects =
    home?.key === 'home' ? home.home.projects.filter(({ id }) => concerned.has(id)) : []
  const deadlines = projects.flatMap(({ state, deadlineAt }) =>
    state === 'PUBLISHED' ? (deadlineAt ?? []) : [],
  )
  await database.meta.put({
    key: KEY,
    unsent: unsent + (known?.unsent ?? 0),
    deadlines: [...new Set([...deadlines, ...(known?.deadlines ?? [])])],
  })
}

/**
 * Removes the note once no seal is left. While some are left, their number is unknown, and the note
 * stays. Call it after seals were opened.
 */
export const forgetNote = async (database: DeviceDatabase): Promise<void> => {
  if (!(await hasSealed(database))) await database.meta.delete(KEY)
}

/** The note in a database of another membership of the person; null = there is none. */
export const readSealedNote = async (database: DeviceDatabase): Promise<SealedNote | null> => {
  try {
    await database.open()
    return (await noteIn(database)) ?? null
  } finally {
    database.close()
  }
}
