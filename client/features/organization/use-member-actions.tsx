import { Trans, useLingui } from '@lingui/react/macro'
import type { Member } from '#schema/api/users-service/members.ts'
import { memberCalls, vendorCalls } from './calls.ts'
import { confirmedCalls } from './confirmed-calls.ts'
import { useAccountActions } from './use-account-actions.tsx'
import { useContactApproval } from './use-contact-approval.tsx'

/** The actions on a member. Destructive ones ask for confirmation first. */
export const useMemberActions = (
  organizationId: number,
  isVendor: boolean,
  onChanged: () => void,
) => {
  const { t } = useLingui()
  const { run, ask } = confirmedCalls(onChanged)
  const account = useAccountActions(onChanged)
  const contact = useContactApproval(onChanged)
  const path = (member: Member) => ({ params: { id: String(member.userId) } })
  return {
    ...account,
    ...contact,
    remove: (member: Member) =>
      ask({
        title: isVendor
          ? t`Delete the contact ${member.name}?`
          : t`Remove ${member.name} from the organization?`,
        confirmLabel: isVendor ? t`Delete` : t`Remove`,
        done: t`${member.name} removed`,
        body: (
          <Trans>
            They are signed out now, and the organization's data is removed from their devices. What
            they wrote stays. This cannot be undone; you would have to invite them again.
          </Trans>
        ),
        call: () =>
          memberCalls.remove({
            params: { id: String(organizationId) },
            body: { userIds: [member.userId] },
          }),
      }),
    block: (member: Member) =>
      ask({
        title: t`Block ${member.name}?`,
        confirmLabel: t`Block`,
        done: t`${member.name} blocked`,
        call: () => memberCalls.block(path(member)),
        body: (
          <Trans>They are signed out now and cannot work here until someone unblocks them.</Trans>
        ),
      }),
    unblock: (member: Member) =>
      run(() => memberCalls.unblock(path(member)), t`${member.name} unblocked`),
    makePrimary: (member: Member) =>
      ask({
        title: t`Make ${member.name} the primary contact?`,
        confirmLabel: t`Make primary contact`,
        done: t`${member.name} is now the primary contact`,
        body: (
          <Trans>
            A vendor has one primary contact. The current one becomes a regular contact and keeps
            their access.
          </Trans>
        ),
        call: () =>
          vendorCalls.setPrimaryContact({
            body: { id: organizationId, userId: member.userId, isPrimaryContact: true },
          }),
      }),
  }
}
