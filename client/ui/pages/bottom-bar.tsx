import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { usePageFrame } from './page-frame.ts'

/**
 * Places a page's main action in the bar at the bottom of narrow screens; renders nothing on wide
 * ones.
 */
export function BottomBar({ children }: { children: ReactNode }) {
  const { bottomSlot } = usePageFrame()
  return bottomSlot === null ? null : createPortal(children, bottomSlot)
}
