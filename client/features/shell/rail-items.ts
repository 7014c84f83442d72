import type { Icon } from '@tabler/icons-react'

/**
 * Shows how many comments are waiting, to people who answer them; loaded after the first screen.
 */
export interface RailWaiting {
  projectId: string
  type: 'Q' | 'PP'
}
export interface RailItem {
  href: string
  label: string
  icon: Icon
  /** Number shown beside the link; 0 = hidden. */
  badge?: number
  badgeLabel?: string
  waiting?: RailWaiting
  /** Marks the link as current on all pages below this path. */
  activeBelow?: string
}
export interface RailSection {
  id: string
  label: string
  items: readonly RailItem[]
}

export const isItemActive = (item: RailItem, pathname: string): boolean =>
  pathname === item.href || pathname.startsWith(`${item.activeBelow ?? item.href}/`)
