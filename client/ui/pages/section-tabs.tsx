import { Link, useLocation } from '@tanstack/react-router'
import classes from './section-tabs.module.css'

export interface SectionTab {
  href: string
  label: string
}

/** Links to related pages, each with its own address; `isInBar` places them in the page's bar. */
export function SectionTabs({
  label,
  tabs,
  isInBar = false,
}: {
  label: string
  tabs: readonly SectionTab[]
  isInBar?: boolean
}) {
  const { pathname } = useLocation()
  return (
    <nav className={classes.tabs} data-in-bar={isInBar || undefined} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          to={tab.href}
          className={classes.tab}
          aria-current={pathname === tab.href ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
