/** Fills local storage to its last byte; also runs in a browser's page. @returns makes room again */
export const fillLocalStorage = (): (() => void) => {
  const filler = 'filler'
  let text = ''
  for (let more = 8_000_000; more >= 1;) {
    try {
      localStorage.setItem(filler, text + 'x'.repeat(more))
      text += 'x'.repeat(more)
    } catch {
      more = Math.floor(more / 2)
    }
  }
  return () => localStorage.removeItem(filler)
}
