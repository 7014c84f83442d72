import type { Notes } from './notes.ts'

/** How often a tab in sight repeats that it is. */
const REPEAT_MS = 10_000
/** A tab that ends without a word, as in a crash, counts for this long. */
const LASTS_MS = 35_000

export interface LooksPorts {
  /** This tab's id. */
  id: string
  /** Tells the other tabs that the person looks at this one, or no longer. */
  notes: Pick<Notes, 'send'>
  /** The person looks at any of the tabs, or no longer at any. */
  onChange(isSeen: boolean): void
}
export interface Looks {
  set(isSeen: boolean): void
  heard(tab: string, isSeen: boolean): void
}

/**
 * Knows whether the person looks at any tab of this browser. Each tab keeps count of all, since any
 * of them may become the leader, whose socket tells the server.
 */
export const createLooks = ({ id, notes, onChange }: LooksPorts): Looks => {
  /** tab → time in ms of its last word that it is in sight */
  const seen = new Map<string, number>()
  let isAnySeen = false
  const judge = (): void => {
    const now = Date.now()
    for (const [tab, at] of seen) if (tab !== id && now - at > LASTS_MS) seen.delete(tab)
    const next = seen.size > 0
    if (next === isAnySeen) return
    isAnySeen = next
    onChange(next)
  }
  const note = (tab: string, isSeen: boolean): void => {
    if (isSeen) seen.set(tab, Date.now())
    else seen.delete(tab)
    judge()
  }
  const tell = (isSeen: boolean): void => notes.send({ type: 'look', tab: id, isSeen })
  setInterval(() => {
    if (seen.has(id)) tell(true)
    judge()
  }, REPEAT_MS)
  return {
    set(isSeen) {
      if (isSeen === seen.has(id)) return
      note(id, isSeen)
      tell(isSeen)
    },
    heard: note,
  }
}
