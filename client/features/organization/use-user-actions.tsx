import { Trans, useLingui } from '@lingui/react/macro'
import type { ListedUser } from '#schema/api/users-service/administration.ts'
import type { MenuItem } from '../../ui/floating/menu-button.tsx'
import type { UserOffer } from '../../lib/offers/organization-offers.ts'
import { useUserOffers } from '../../lib/offers/use-organization-offers.ts'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'
import { invitationCalls, memberCalls } from './calls.ts'
import { confirmedCalls } from './confirmed-calls.ts'
import { useAccountActions } from './use-account-actions.tsx'

interface UserAction extends Pick<MenuItem, 'label' | 'isDanger'> {
  offer: UserOffer
  run: () => unknown
}

/** The actions of a system administrator on an account. */
export const useUserActions = (
  onChanged: () => void,
  { onSessions, onProfile }: Record<'onSessions' | 'onProfile', (user: ListedUser) => void>,
): ((user: ListedUser) => MenuItem[]) => {
  const { t } = useLingui()
  const offlineReason = useOfflineReason()
  const offerOf = useUserOffers()
  const { run, ask } = confirmedCalls(onChanged)
  const account = useAccountActions(onChanged)
  return (user) => {
    const { name } = user
    const path = { params: { id: String(user.id) } }
    const block = () =>
      ask({
        title: t`Block ${name}?`,
        confirmLabel: t`Block`,
        done: t`${name} blocked`,
        call: () => memberCalls.block(path),
        body: (
          <Trans>
            They are signed out now and cannot sign in to any organization until someone unblocks
            them.
          </Trans>
        ),
      })
    const person = { userId: user.id, name }
    const actions: readonly UserAction[] = [
      {
        offer: 'approve',
        label: t`Approve`,
        run: () => run(() => invitationCalls.approve({ ...path, body: {} }), t`${name} approved`),
      },
      {
        offer: 'unblock',
        label: t`Unblock`,
        run: () => run(() => memberCalls.unblock(path), t`${name} unblocked`),
      },
      { offer: 'block', label: t`Block…`, run: block },
      { offer: 'sessions', label: t`Sessions…`, run: () => onSessions(user) },
      { offer: 'editProfile', label: t`Edit profile…`, run: () => onProfile(user) },
      {
        offer: 'resetPassword',
        label: t`Send a reset link…`,
        run: () => account.resetPassword(person),
      },
      {
        offer: 'disableTwoFactor',
        label: t`Deactivate 2FA…`,
        run: () => account.disableTwoFactor(person),
        isDanger: true,
      },
      {
        offer: 'removeAccount',
        label: t`Delete account…`,
        run: () => account.removeAccount(person),
        isDanger: true,
      },
    ]
    return actions.flatMap(({ offer, run: act, ...item }): MenuItem[] => {
      const found = offerOf(offer, user)
      return found === null
        ? []
        : [{ ...item, reason: found.reason ?? offlineReason, run: () => void act() }]
    })
  }
}
