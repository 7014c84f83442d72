/** An on-screen keyboard is at least this high, in px; the bars of a browser are lower. */
const LEAST_KEYBOARD = 120
const FIELD = 'input, textarea, select, [contenteditable="true"]'

/**
 * Keeps the CSS variable `--seen-height` at the height above an on-screen keyboard, and the focused
 * field within it. Without a keyboard the variable is not set. Where the browser shrinks the page
 * itself (`interactive-widget` in index.html), nothing is left to do; Safari on iOS does not.
 */
export const watchSeenHeight = (): void => {
  const viewport = window.visualViewport
  if (viewport === null) return
  const root = document.documentElement
  const fit = (): void => {
    // Zooming by two fingers shrinks what is seen as well, and is no keyboard.
    const seen = Math.round(viewport.height * viewport.scale)
    if (root.clientHeight - seen < LEAST_KEYBOARD) {
      root.style.removeProperty('--seen-height')
      return
    }
    root.style.setProperty('--seen-height', `${seen}px`)
    // Safari moves the page up behind the keyboard, which the lower shell makes unnecessary.
    if (viewport.offsetTop > 0) scrollTo(0, 0)
    const field = document.activeElement
    if (field?.matches(FIELD)) field.scrollIntoView({ block: 'nearest' })
  }
  viewport.addEventListener('resize', fit)
}
