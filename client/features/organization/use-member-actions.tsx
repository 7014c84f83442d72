import { Trans, useLingui } from '@lingui/react/macro'
import type { Member } from '#schema/api/users-service/members.ts'
import { memberCalls, twoFactorCalls, vendorCalls } from './calls.ts'
import { confirmedCalls } from './confirmed-calls.ts'

/** What is done with one member, each after a question where it takes something away. */
export const useMemberActions = (organizationId: number, isVendor: boolean, onChanged: () => void) => {
  const { t } = useLingui()
  const { run, ask } = confirmedCalls(onChanged)
  const path = (member: Member) => ({ params: { id: String(member.userId) } })
  return {
    remove: (member: Member) => ask({
      title: isVendor ? t`Delete the contact ${member.name}?` : t`Remove ${member.name} from the organization?`, confirmLabel: isVendor ? t`Delete` : t`Remove`, done: t`${member.name} was removed.`,
      body: <Trans>They are signed out at once, and everything of the organization leaves their devices. What they wrote stays. This cannot be taken back; they would have to be invited again.</Trans>,
      call: () => memberCalls.remove({ params: { id: String(organizationId) }, body: { userIds: [member.userId] } }),
    }),
    block: (member: Member) => ask({
      title: t`Block ${member.name}?`, confirmLabel: t`Block`, done: t`${member.name} is blocked.`, call: () => memberCalls.block(path(member)),
      body: <Trans>They are signed out at once and cannot work here until somebody unblocks them.</Trans>,
    }),
    unblock: (member: Member) => run(() => memberCalls.unblock(path(member)), t`${member.name} can sign in again.`),
    disableTwoFactor: (member: Member) => ask({
      title: t`Deactivate 2FA of ${member.name}?`, confirmLabel: t`Deactivate`, done: t`2FA of ${member.name} is off.`,
      call: () => twoFactorCalls.disableFor(path(member)),
      body: <Trans>From then on the password alone is enough, until they activate it again. This cannot be taken back for them.</Trans>,
    }),
    makePrimary: (member: Member) => ask({
      title: t`Make ${member.name} the primary contact?`, confirmLabel: t`Make primary contact`, done: t`${member.name} is the primary contact.`,
      body: <Trans>There is exactly one: whoever it is now becomes an ordinary contact and keeps what they see.</Trans>,
      call: () => vendorCalls.setPrimaryContact({ body: { id: organizationId, userId: member.userId, isPrimaryContact: true } }),
    }),
  }
}
