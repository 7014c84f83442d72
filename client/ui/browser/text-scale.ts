import { useSyncExternalStore } from 'react'

/** The width in px of a probe of 10 em while the browser enlarges no text; theme.css: 13 px. */
const USUAL_PX = 130

let scale = 1
let probe: HTMLElement | undefined

/** How many times its usual size text is where a browser enlarges text alone, never below 1. */
export const useTextScale = (): number => useSyncExternalStore(watch, () => scale)

const watch = (tell: () => void) => {
  const measured = (probe ??= document.body.appendChild(document.createElement('div')))
  measured.style.cssText = 'position:absolute;visibility:hidden;width:10em'
  const resizes = new ResizeObserver(() => {
    scale = Math.max(1, Math.round((measured.offsetWidth / USUAL_PX) * 20) / 20)
    tell()
  })
  resizes.observe(measured)
  return () => resizes.disconnect()
}
