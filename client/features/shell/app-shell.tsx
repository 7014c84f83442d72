import { useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { useLocalSetting } from '../../lib/local-settings.ts'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import { PageFrameProvider } from '../../ui/pages/page-frame.ts'
import classes from './app-shell.module.css'
import { Header } from './header.tsx'
import { Rail } from './rail.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import type { RailSection } from './rail-items.ts'

const MenuDrawer = lazyDialog(() => import('./menu-drawer.tsx').then((part) => part.MenuDrawer))

interface AppShellProps {
  rail: readonly RailSection[]
  /** Sync button and bell. The route passes them, because features must not import each other. */
  sync: ReactNode
  bell: ReactNode
  /** Bars above the content, such as updates and installation. */
  notice: ReactNode
  openPalette: () => void
  openHelp: () => void
  openFeedback: () => void
  switchOrganization: () => void
  signOut: () => void
  children: ReactNode
}

export function AppShell({
  rail,
  sync,
  bell,
  notice,
  openPalette,
  openHelp,
  openFeedback,
  switchOrganization,
  signOut,
  children,
}: AppShellProps) {
  const { t } = useLingui()
  const [isFolded, setFolded] = useLocalSetting('rail.folded', false)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [headerSlot, setHeaderSlot] = useState<HTMLElement | null>(null)
  const [bottomSlot, setBottomSlot] = useState<HTMLElement | null>(null)
  const { pathname } = useLocation()
  useEffect(() => setMenuOpen(false), [pathname])

  return (
    <div className={classes.shell} data-folded={isFolded || undefined}>
      <a
        className={classes.skip}
        data-no-print
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
      >
        {t`Skip to content`}
      </a>
      <Header
        slot={setHeaderSlot}
        sync={sync}
        bell={bell}
        openMenu={() => setMenuOpen(true)}
        openPalette={openPalette}
        openHelp={openHelp}
        openFeedback={openFeedback}
        switchOrganization={switchOrganization}
        signOut={signOut}
      />
      <div className={classes.rail} data-no-print>
        <Rail sections={rail} isFolded={isFolded} toggleFold={() => setFolded(!isFolded)} />
      </div>
      <Suspense fallback={null}>
        {isMenuOpen && <MenuDrawer rail={rail} onClose={() => setMenuOpen(false)} />}
      </Suspense>
      <div className={classes.body}>
        <RouteAnnouncer />
        {notice}
        <main id="main" className={classes.main} tabIndex={-1}>
          <PageFrameProvider
            value={{ headerSlot, bottomSlot, crumbs: [], pill: null, onVisit: null }}
          >
            {/* The page's title is rendered into the header: wait until the header is mounted. */}
            {headerSlot === null ? null : children}
          </PageFrameProvider>
        </main>
      </div>
      <div
        className={classes.bottom}
        data-keep-clear
        ref={setBottomSlot}
        role="region"
        aria-label={t`Main action`}
        data-no-print
      />
    </div>
  )
}
