import { Link, useLocation } from '@tanstack/react-router'
import classes from './section-tabs.module.css'

export interface SectionTab { href: string; label: string }

/** Pages that belong together, as links: each keeps its own address. */
export function SectionTabs({ label, tabs }: { label: string; tabs: readonly SectionTab[] }) {
  const { pathname } = useLocation()
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.href} to={tab.href} className={classes.tab} aria-current={pathname === tab.href ? 'page' : undefined}>{tab.label}</Link>
      ))}
    </nav>
  )
}
