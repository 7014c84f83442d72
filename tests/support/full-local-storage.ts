const FILLER = 'filler'

/** Fills local storage to its last byte. @returns makes room again */
export const fillLocalStorage = (): (() => void) => {
  let text = ''
  for (let more = 8_000_000; more >= 1;) {
    try {
      localStorage.setItem(FILLER, text + 'x'.repeat(more))
      text += 'x'.repeat(more)
    } catch {
      more = Math.floor(more / 2)
    }
  }
  return () => localStorage.removeItem(FILLER)
}
