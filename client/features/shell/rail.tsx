import { useLingui } from '@lingui/react/macro'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyHint } from '#client/ui/pages/lazy-part.tsx'
import { isItemActive, type RailItem, type RailSection } from './rail-items.ts'
import classes from './rail.module.css'

const WaitingBadge = lazyHint(() => import('./waiting-badge.tsx').then((part) => part.WaitingBadge))

interface RailProps {
  sections: readonly RailSection[]
  isFolded: boolean
  /** Null = the rail cannot be collapsed, as in the drawer. */
  toggleFold: (() => void) | null
}

export function Rail({ sections, isFolded, toggleFold }: RailProps) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const foldLabel = isFolded ? t`Expand menu` : t`Collapse menu`
  return (
    <nav className={classes.rail} data-folded={isFolded || undefined} aria-label={t`Main menu`}>
      {sections.map((section) => (
        <div key={section.id} className={classes.section}>
          {section.label !== '' && (
            <p className={classes.heading} id={`rail-${section.id}`}>
              {section.label}
            </p>
          )}
          <ul aria-label={section.label === '' ? undefined : section.label}>
            {section.items.map((item) => (
              <li key={item.href}>
                <RailLink item={item} isActive={isItemActive(item, pathname)} isFolded={isFolded} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {toggleFold !== null && (
        <button
          type="button"
          className={classes.fold}
          onClick={toggleFold}
          aria-label={foldLabel}
          title={foldLabel}
        >
          {isFolded ? (
            <IconLayoutSidebarLeftExpand size={17} aria-hidden />
          ) : (
            <IconLayoutSidebarLeftCollapse size={17} aria-hidden />
          )}
        </button>
      )}
    </nav>
  )
}

function RailLink({
  item,
  isActive,
  isFolded,
}: {
  item: RailItem
  isActive: boolean
  isFolded: boolean
}) {
  return (
    <Link
      to={item.href}
      className={classes.link}
      data-active={isActive || undefined}
      aria-current={isActive ? 'page' : undefined}
      {...(isFolded ? { 'aria-label': item.label, title: item.label } : {})}
    >
      <item.icon size={17} stroke={1.6} aria-hidden />
      {!isFolded && <span className={classes.label}>{item.label}</span>}
      {item.badge !== undefined && item.badge > 0 && (
        <span className={classes.badge}>
          {item.badge}
          <span className="visually-hidden"> {item.badgeLabel}</span>
        </span>
      )}
      {item.waiting !== undefined && (
        <Suspense fallback={null}>
          <WaitingBadge {...item.waiting} />
        </Suspense>
      )}
    </Link>
  )
}
