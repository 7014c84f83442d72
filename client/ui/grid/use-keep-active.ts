import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useRef } from 'react'

interface Places {
  virtualizer: Virtualizer<HTMLElement, Element>
  scroller: RefObject<HTMLElement | null>
  /** The element with the height of all rows. */
  body: RefObject<HTMLElement | null>
  rowIds: readonly string[]
  /** -1 = no row is active. */
  placeOfActive: () => number
}

/** Events with which a person scrolls by hand. */
const SCROLLING = ['wheel', 'touchmove', 'pointerdown'] as const

/**
 * Keeps a revealed active row visible while rows around it are measured or reordered, as long as
 * the table has the focus and the person does not scroll.
 * @returns a function to call with the position of a row that is being revealed
 */
export const useKeepActive = (places: Places): ((place: number) => void) => {
  const { virtualizer, scroller, body, rowIds, placeOfActive } = places
  const isRevealed = useRef(false)
  const keep = useCallback((): void => {
    const place = placeOfActive()
    if (isRevealed.current && place >= 0) virtualizer.scrollToIndex(place, { align: 'auto' })
  }, [virtualizer, placeOfActive])
  useEffect(() => {
    if (scroller.current?.contains(document.activeElement) === true) keep()
    else isRevealed.current = false
  }, [scroller, keep, rowIds])
  useEffect(() => {
    const element = body.current
    if (element === null) return
    // The browser cannot scroll beyond the height that is laid out, so scroll again when it grows.
    const heights = new ResizeObserver(() => {
      const { activeElement: focused } = document
      // Until the next active cell is rendered, the focus is on the body.
      if (focused === document.body || scroller.current?.contains(focused) === true) keep()
    })
    heights.observe(element)
    return () => heights.disconnect()
  }, [body, scroller, keep])
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const forget = (): void => {
      isRevealed.current = false
    }
    for (const type of SCROLLING) element.addEventListener(type, forget, { passive: true })
    return () => {
      for (const type of SCROLLING) element.removeEventListener(type, forget)
    }
  }, [scroller])
  return useCallback(
    (place: number): void => {
      isRevealed.current = place === placeOfActive()
    },
    [placeOfActive],
  )
}
