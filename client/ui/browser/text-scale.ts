import { useSyncExternalStore } from 'react'

/** The size of a page's text in px while the browser enlarges nothing; theme.css sets it. */
const TEXT_PX = 13
const WIDTH_EM = 10

const watchers = new Set<() => void>()
let probe: HTMLElement | null = null
let scale = 1
let resizes: ResizeObserver | null = null

/** How many times its usual size text is where a browser enlarges text alone, never below 1. */
export const useTextScale = (): number => useSyncExternalStore(watch, () => scale)

const watch = (tell: () => void) => {
  watchers.add(tell)
  if (resizes === null) {
    probe = document.body.appendChild(document.createElement('div'))
    probe.style.cssText = `position:absolute;visibility:hidden;width:${WIDTH_EM}em`
    resizes = new ResizeObserver(measure)
    resizes.observe(probe)
  }
  return () => {
    watchers.delete(tell)
    if (watchers.size > 0) return
    resizes?.disconnect()
    probe?.remove()
    resizes = probe = null
  }
}

const measure = () => {
  const widthPx = probe?.getBoundingClientRect().width ?? 0
  const next = Math.max(1, Math.round((widthPx / (TEXT_PX * WIDTH_EM)) * 20) / 20)
  if (next === scale) return
  scale = next
  for (const tell of watchers) tell()
}
