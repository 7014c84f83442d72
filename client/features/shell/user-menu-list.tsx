import { useLingui } from '@lingui/react/macro'
import {
  IconBuilding,
  IconDeviceDesktopDown,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMessage,
  IconMoon,
  IconSettings,
  IconSun,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { profiles } from '#schema/api/users-service/profiles.ts'
import type { Language } from '#schema/tables/languages.ts'
import { callsOf } from '../../lib/api.ts'
import { useOtherLanguage } from '../../lib/language.ts'
import type { useSession } from '../../lib/session.ts'
import { MenuList } from '../../ui/floating/menu-list.tsx'
import type { FloatingPanel } from '../../ui/floating/use-floating.ts'
import { installApplication, isInstalledByHand, useCanInstall } from './install.ts'
import { useThemeSwitch } from './theme-toggle.tsx'
import classes from './user-menu.module.css'

export interface UserMenuActions {
  openHelp: () => void
  openFeedback: () => void
  switchOrganization: () => void
  signOut: () => void
}
interface UserMenuListProps extends UserMenuActions {
  panel: FloatingPanel
  session: NonNullable<ReturnType<typeof useSession>>
  showInstallSteps: () => void
}

/**
 * Sets the language of the person's e-mails. Offline, the former language stays until the next
 * choice.
 */
const tellLanguage = (language: Language): void =>
  void callsOf(profiles)
    .setLanguage({ body: { language } })
    .catch(() => undefined)

/** The menu of the person's own account; loaded when the pointer or focus reaches its button. */
export function UserMenuList({
  panel,
  session,
  showInstallSteps,
  openHelp,
  openFeedback,
  switchOrganization,
  signOut,
}: UserMenuListProps) {
  const { t } = useLingui()
  const theme = useThemeSwitch()
  const other = useOtherLanguage()
  const canInstall = useCanInstall()
  const navigate = useNavigate()
  return (
    <MenuList
      panel={panel}
      width={248}
      head={
        <span className={classes.who}>
          <strong>{session.name}</strong>
          <span>{session.organizationName}</span>
        </span>
      }
      items={[
        {
          label: t`Settings`,
          icon: <IconSettings size={15} aria-hidden />,
          run: () =>
            void navigate({
              to: session.vendorId === null ? '/settings/profile' : '/vendor/dashboard/personal',
            }),
        },
        {
          label: theme.label,
          icon: theme.isDark ? (
            <IconSun size={15} aria-hidden />
          ) : (
            <IconMoon size={15} aria-hidden />
          ),
          run: theme.run,
        },
        {
          label: other.name,
          language: other.language,
          icon: <IconLanguage size={15} aria-hidden />,
          run: () => {
            other.choose()
            tellLanguage(other.language)
          },
        },
        {
          label: t`Keyboard shortcuts`,
          icon: <IconKeyboard size={15} aria-hidden />,
          run: openHelp,
        },
        ...(canInstall
          ? [
              {
                label: t`Install app`,
                icon: <IconDeviceDesktopDown size={15} aria-hidden />,
                run: () => void installApplication(),
              },
            ]
          : []),
        ...(isInstalledByHand()
          ? [
              {
                label: t`Install app…`,
                icon: <IconDeviceDesktopDown size={15} aria-hidden />,
                run: showInstallSteps,
              },
            ]
          : []),
        {
          label: t`Send feedback…`,
          icon: <IconMessage size={15} aria-hidden />,
          run: openFeedback,
        },
        {
          label: t`Switch organization…`,
          icon: <IconBuilding size={15} aria-hidden />,
          run: switchOrganization,
          isApart: true,
        },
        { label: t`Sign out`, icon: <IconLogout size={15} aria-hidden />, run: signOut },
      ]}
    />
  )
}
