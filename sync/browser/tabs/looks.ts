/** How often a visible tab tells the others that it is visible. */
const TELL_MS = 15_000
/** How long the word of a tab counts: two are told in that time, and one may be late. */
const LASTS_MS = 35_000

export interface LooksPorts {
  /** Tells the other tabs whether this one is visible. */
  tell(isVisible: boolean): void
  /** Whether any tab is visible; also called where nothing changed. */
  onLooks(isLooking: boolean): void
}
export interface Looks {
  setVisible(isVisible: boolean): void
  /** Another tab told whether it is visible. */
  heard(tab: string, isVisible: boolean): void
  stop(): void
}

/**
 * Knows whether the person looks at any tab of this browser. Every tab listens, so that a new
 * leader knows at once; a tab that dies or freezes without a word counts for 35 s at most.
 */
export const createLooks = ({ tell, onLooks }: LooksPorts): Looks => {
  let isVisible = false
  let telling: ReturnType<typeof setInterval> | undefined
  /** Visible other tabs, with the end of their word. */
  const others = new Map<string, ReturnType<typeof setTimeout>>()

  const check = (): void => onLooks(isVisible || others.size > 0)
  const forget = (tab: string): void => {
    clearTimeout(others.get(tab))
    others.delete(tab)
  }
  return {
    setVisible(next) {
      if (next === isVisible) return
      isVisible = next
      clearInterval(telling)
      if (next) telling = setInterval(() => tell(true), TELL_MS)
      tell(next)
      check()
    },
    heard(tab, isTabVisible) {
      forget(tab)
      const end = (): void => {
        others.delete(tab)
        check()
      }
      if (isTabVisible) others.set(tab, setTimeout(end, LASTS_MS))
      check()
    },
    stop() {
      clearInterval(telling)
      for (const tab of [...others.keys()]) forget(tab)
    },
  }
}
