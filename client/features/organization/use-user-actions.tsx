import { Trans, useLingui } from '@lingui/react/macro'
import type { ListedUser } from '#schema/api/users-service/administration.ts'
import type { MenuItem } from '../../ui/floating/menu-button.tsx'
import { invitationCalls, memberCalls, twoFactorCalls } from './calls.ts'
import { confirmedCalls } from './confirmed-calls.ts'

/** What an administrator of the system does with one account. */
export const useUserActions = (onChanged: () => void, onSessions: (user: ListedUser) => void): ((user: ListedUser) => MenuItem[]) => {
  const { t } = useLingui()
  const { run, ask } = confirmedCalls(onChanged)
  return (user) => {
    const { name } = user
    const path = { params: { id: String(user.id) } }
    const block = () => ask({
      title: t`Block ${name}?`, confirmLabel: t`Block`, done: t`${name} blocked`, call: () => memberCalls.block(path),
      body: <Trans>They are signed out now and cannot sign in to any organization until someone unblocks them.</Trans>,
    })
    const noSecondFactor = () => ask({
      title: t`Deactivate 2FA of ${name}?`, confirmLabel: t`Deactivate`, done: t`2FA deactivated for ${name}`, call: () => twoFactorCalls.disableFor(path),
      body: <Trans>They sign in with the password only until they activate 2FA again. You cannot undo this for them.</Trans>,
    })
    return [
      ...(user.state === 'WAITING' ? [{ label: t`Approve`, run: () => void run(() => invitationCalls.approve({ ...path, body: {} }), t`${name} approved`) }] : []),
      ...(user.state === 'BLOCKED' ? [{ label: t`Unblock`, run: () => void run(() => memberCalls.unblock(path), t`${name} unblocked`) }] : [{ label: t`Block…`, run: () => void block() }]),
      ...(user.sessions > 0 ? [{ label: t`Sessions…`, run: () => onSessions(user) }] : []),
      ...(user.otpActivated ? [{ label: t`Deactivate 2FA…`, run: () => void noSecondFactor(), isDanger: true }] : []),
    ]
  }
}
