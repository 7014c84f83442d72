import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { usePageFrame } from './page-frame.ts'

/**
 * The main action of a page on a narrow screen, in the bar at the bottom; on a wide screen it does
 * not show.
 */
export function BottomBar({ children }: { children: ReactNode }) {
  const { bottomSlot } = usePageFrame()
  return bottomSlot === null ? null : createPortal(children, bottomSlot)
}
