import { ActionIcon } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconUserCircle } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { useFloating } from '../../ui/floating/use-floating.ts'
import { lazyDialog, lazyPanel } from '../../ui/pages/lazy-part.tsx'
import type { UserMenuActions } from './user-menu-list.tsx'

const load = () => import('./user-menu-list.tsx')
const UserMenuList = lazyPanel(() => load().then((part) => part.UserMenuList))
const InstallSteps = lazyDialog(() =>
  import('./install-steps.tsx').then((part) => part.InstallSteps),
)

export function UserMenu(actions: UserMenuActions) {
  const { t } = useLingui()
  const session = useSession()
  const { target, panel, isEver } = useFloating('menu', load)
  const [isInstalling, setInstalling] = useState(false)
  if (session === null) return null
  return (
    <>
      <ActionIcon {...target} aria-label={t`Account of ${session.name}`} title={session.name}>
        <IconUserCircle size={19} stroke={1.6} aria-hidden />
      </ActionIcon>
      <Suspense fallback={null}>
        {isEver && (
          <UserMenuList
            panel={panel}
            session={session}
            showInstallSteps={() => setInstalling(true)}
            {...actions}
          />
        )}
        {isInstalling && <InstallSteps onClose={() => setInstalling(false)} />}
      </Suspense>
    </>
  )
}
