import { useLingui } from '@lingui/react/macro'
import { Suspense, useState, type ReactNode } from 'react'
import { members } from '#schema/api/users-service/members.ts'
import { api, callsOf } from '../../lib/api.ts'
import { signOut, useSession } from '../../lib/session.ts'
import { findWaitingWork } from '../../lib/waiting-work.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import { codeText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'

const SignOutDialog = lazyDialog(() =>
  import('./sign-out-dialog.tsx').then((part) => part.SignOutDialog),
)
const memberCalls = callsOf(members)

/**
 * The organizations that the person can switch to, and where this device keeps unsent work. A
 * system administrator cannot switch to a vendor.
 */
export const useOwnOrganizations = () => {
  const session = useSession()
  const isAdministrator = session?.permissions.includes('SYSTEM_ADMIN') === true
  return useRemote('organizations', async () => {
    const own = (await api.organizations.forCurrentUser({})).filter(
      ({ id, parentName }) =>
        parentName === null || !isAdministrator || id === session?.organizationId,
    )
    const waiting = session === null ? [] : await findWaitingWork(session)
    return own.map((organization) => ({
      ...organization,
      work: waiting.find(({ organizationId }) => organizationId === organization.id) ?? null,
    }))
  })
}

/**
 * Switches the organization: confirms, then signs out with the same check for unsent work as
 * signing out.
 * @param onStay called if the person sees the unsent work and stays
 */
export const useSwitchOrganization = (
  onStay?: () => void,
): { choose: (id: number, name: string) => Promise<void>; waiting: ReactNode } => {
  const { t } = useLingui()
  const [left, setLeft] = useState<{ unsent: number; id: number } | null>(null)
  const switchTo = (id: number) => memberCalls.setActiveOrganization({ params: { id: String(id) } })
  const choose = async (id: number, name: string) => {
    const text = codeText('org.switch', { name })
    if (
      !(await confirm({
        title: t`Switch organization`,
        body: text,
        confirmLabel: t`Switch and sign out`,
      }))
    )
      return
    try {
      const unsent = await signOut(async () => void (await switchTo(id)))
      if (unsent !== null) setLeft({ unsent: unsent.unsent, id })
    } catch (error) {
      toast.error(error)
    }
  }
  const close = () => {
    setLeft(null)
    onStay?.()
  }
  return {
    choose,
    waiting:
      left === null ? null : (
        <Suspense fallback={null}>
          <SignOutDialog
            isSwitch
            unsentCount={left.unsent}
            onClose={close}
            before={async () => void (await switchTo(left.id))}
          />
        </Suspense>
      ),
  }
}
