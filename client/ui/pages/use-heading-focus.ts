import { useEffect, type RefObject } from 'react'
import { focusHeading, isFocusLost } from '../dialogs/keep-focus.ts'

/** Path of the page shown last; null = the application has just started. */
let shownPath: string | null = null
/** The heading that last got the focus; a page that was loading replaces it. */
let heading: HTMLElement | null = null

/**
 * Moves the focus to the heading of a page whose opening removed the focused element. At the start
 * of the application the focus stays where the browser put it, before the skip link.
 */
export const useHeadingFocus = (own: RefObject<HTMLElement | null>, title: string): void => {
  useEffect(() => {
    const isOpened = shownPath !== null && shownPath !== location.pathname
    const isReplaced = heading !== null && !heading.isConnected
    shownPath = location.pathname
    if (!(isOpened || isReplaced) || !isFocusLost()) return
    focusHeading()
    heading = own.current
    // The page before this one renders again while this one loads, but keeps its title.
  }, [own, title])
}
