import { createContext, useContext, type ReactNode } from 'react'

export interface Crumb {
  label: string
  href: string
}

/**
 * What surrounds every page: where its title goes, and the parts of the breadcrumb that the route
 * already knows.
 */
export interface PageFrame {
  headerSlot: HTMLElement | null
  bottomSlot: HTMLElement | null
  crumbs: readonly Crumb[]
  pill: ReactNode
  /** Told where the person is, for "continue where you left"; null outside of a project. */
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
