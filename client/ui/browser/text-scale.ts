import { useSyncExternalStore } from 'react'

/** The width in px of a probe of 10 em while the browser enlarges no text; theme.css: 13 px. */
const USUAL_PX = 130

const LETTERS = 'nnnnnnnnnn'

let scale = 1
let probe: { size: HTMLElement; letters: HTMLElement } | undefined

/**
 * How many times its usual width text is where a browser enlarges text alone or a person's own
 * style sheet spaces its letters, never below 1.
 */
export const useTextScale = (): number => useSyncExternalStore(watch, () => scale)

const watch = (tell: () => void) => {
  const { size, letters } = (probe ??= buildProbe())
  const resizes = new ResizeObserver(() => {
    const enlarged = size.offsetWidth / USUAL_PX
    scale = Math.max(1, Math.round(enlarged * spreadOf(letters) * 20) / 20)
    tell()
  })
  resizes.observe(size)
  resizes.observe(letters)
  return () => resizes.disconnect()
}

const buildProbe = () => {
  const size = document.body.appendChild(document.createElement('div'))
  size.style.cssText = 'position:absolute;visibility:hidden;width:10em'
  const letters = size.appendChild(document.createElement('div'))
  letters.style.cssText = 'position:absolute'
  letters.textContent = LETTERS
  return { size, letters }
}

/** How many times their usual width letters take with the space between them. */
const spreadOf = (letters: HTMLElement): number => {
  const spaces = LETTERS.length * (Number.parseFloat(getComputedStyle(letters).letterSpacing) || 0)
  const usual = letters.offsetWidth - spaces
  return usual > 0 ? letters.offsetWidth / usual : 1
}
