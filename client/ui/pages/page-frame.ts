import { createContext, useContext, type ReactNode } from 'react'

export interface Crumb {
  label: string
  href: string
  /** The label is a name that the requestors gave. */
  isContent?: boolean
}

/**
 * Context of every page: where it renders its title and bottom bar, and the breadcrumb parts that
 * the route knows.
 */
export interface PageFrame {
  headerSlot: HTMLElement | null
  bottomSlot: HTMLElement | null
  crumbs: readonly Crumb[]
  pill: ReactNode
  /** Records the visit for "continue where you left"; null outside projects. */
  onVisit: ((title: string, crumbs: readonly Crumb[]) => void) | null
}

const PageFrameContext = createContext<PageFrame>({
  headerSlot: null,
  bottomSlot: null,
  crumbs: [],
  pill: null,
  onVisit: null,
})

export const PageFrameProvider = PageFrameContext.Provider
export const usePageFrame = (): PageFrame => useContext(PageFrameContext)
