import type { Icon } from '@tabler/icons-react'

/** What is counted beside the place once the first screen stands, for those who answer it. */
export interface RailWaiting {
  projectId: string
  type: 'Q' | 'PP'
}
export interface RailItem {
  href: string
  label: string
  icon: Icon
  /** A number worth acting on; 0 shows nothing. */
  badge?: number
  badgeLabel?: string
  waiting?: RailWaiting
  /** Paths below the link count as being there, except where `isExact`. */
  activeBelow?: string
}
export interface RailSection {
  id: string
  label: string
  items: readonly RailItem[]
}

export const isItemActive = (item: RailItem, pathname: string): boolean =>
  pathname === item.href || pathname.startsWith(`${item.activeBelow ?? item.href}/`)
