import { ActionIcon } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconBuilding, IconDeviceDesktopDown, IconKeyboard, IconLogout, IconMessage, IconMoon, IconSettings, IconSun, IconUserCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../../lib/session.ts'
import { MenuButton } from '../../ui/floating/menu-button.tsx'
import { installApplication, useCanInstall } from './install.ts'
import classes from './user-menu.module.css'
import { useThemeSwitch } from './theme-toggle.tsx'

interface UserMenuProps { openHelp: () => void; openFeedback: () => void; switchOrganization: () => void; signOut: () => void }

export function UserMenu({ openHelp, openFeedback, switchOrganization, signOut }: UserMenuProps) {
  const { t } = useLingui()
  const session = useSession()
  const theme = useThemeSwitch()
  const canInstall = useCanInstall()
  const navigate = useNavigate()
  if (session === null) return null
  return (
    <MenuButton
      width={248}
      button={(target) => (
        <ActionIcon {...target} aria-label={t`Account of ${session.name}`} title={session.name}>
          <IconUserCircle size={19} stroke={1.6} aria-hidden />
        </ActionIcon>
      )}
      head={(
        <span className={classes.who}>
          <strong>{session.name}</strong>
          <span>{session.organizationName}</span>
        </span>
      )}
      items={[
        { label: t`Settings`, icon: <IconSettings size={15} aria-hidden />, run: () => void navigate({ to: session.vendorId === null ? '/settings/profile' : '/vendor/dashboard/personal' }) },
        { label: theme.label, icon: theme.isDark ? <IconSun size={15} aria-hidden /> : <IconMoon size={15} aria-hidden />, run: theme.run },
        { label: t`Keys and commands`, icon: <IconKeyboard size={15} aria-hidden />, run: openHelp },
        ...(canInstall
          ? [{ label: t`Install on this device`, icon: <IconDeviceDesktopDown size={15} aria-hidden />, run: () => void installApplication() }]
          : []),
        { label: t`Send feedback…`, icon: <IconMessage size={15} aria-hidden />, run: openFeedback },
        { label: t`Change organization…`, icon: <IconBuilding size={15} aria-hidden />, run: switchOrganization, isApart: true },
        { label: t`Sign out`, icon: <IconLogout size={15} aria-hidden />, run: signOut },
      ]}
    />
  )
}
