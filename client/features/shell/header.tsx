import { ActionIcon } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Shortcut } from '../../ui/keyboard/shortcut.tsx'
import classes from './header.module.css'
import { ThemeToggle } from './theme-toggle.tsx'
import { UserMenu } from './user-menu.tsx'

interface HeaderProps {
  slot: (element: HTMLElement | null) => void
  sync: ReactNode
  bell: ReactNode
  openMenu: () => void
  openPalette: () => void
  openHelp: () => void
  openFeedback: () => void
  switchOrganization: () => void
  signOut: () => void
}

export function Header({
  slot,
  sync,
  bell,
  openMenu,
  openPalette,
  openHelp,
  openFeedback,
  switchOrganization,
  signOut,
}: HeaderProps) {
  const { t } = useLingui()
  return (
    <header className={classes.header} data-no-print>
      <ActionIcon
        className={classes.burger}
        onClick={openMenu}
        aria-label={t`Open menu`}
        aria-haspopup="dialog"
      >
        <IconMenu2 size={19} aria-hidden />
      </ActionIcon>
      <Link to="/" className={classes.brand}>
        Tenderbook
      </Link>
      <div className={classes.slot} ref={slot} />
      <div className={classes.tools}>
        <button
          type="button"
          className={classes.search}
          onClick={openPalette}
          aria-haspopup="dialog"
        >
          <IconSearch size={15} aria-hidden />
          <span className={classes.searchText}>{t`Search or jump to…`}</span>{' '}
          {/* Part of the name, because a person who speaks commands reads it on the button. */}
          <span className={classes.searchKeys}>
            <Shortcut keys="mod+k" />
          </span>
        </button>
        {sync}
        {bell}
        <span className={classes.wide}>
          <ThemeToggle />
        </span>
        <UserMenu
          openHelp={openHelp}
          openFeedback={openFeedback}
          switchOrganization={switchOrganization}
          signOut={signOut}
        />
      </div>
    </header>
  )
}
