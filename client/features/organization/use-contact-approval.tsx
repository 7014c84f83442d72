import { Trans, useLingui } from '@lingui/react/macro'
import { contactApprovalCalls, invitationCalls } from './calls.ts'
import { confirmedCalls, type NamedPerson } from './confirmed-calls.ts'

/** Decides about contacts whom a vendor invited and who wait for approval. */
export const useContactApproval = (onChanged: () => void) => {
  const { t } = useLingui()
  const { ask } = confirmedCalls(onChanged)
  const path = ({ userId }: NamedPerson) => ({ params: { id: String(userId) } })
  return {
    approve: (contact: NamedPerson) =>
      ask({
        title: t`Approve ${contact.name}?`,
        confirmLabel: t`Approve`,
        done: t`${contact.name} approved`,
        isHarmless: true,
        call: () => invitationCalls.approve({ ...path(contact), body: {} }),
        body: (
          <Trans>
            They can sign in for their vendor and see the projects that the primary contact shares
            with them. They get an email.
          </Trans>
        ),
      }),
    refuse: (contact: NamedPerson) =>
      ask({
        title: t`Refuse ${contact.name}?`,
        confirmLabel: t`Refuse`,
        done: t`${contact.name} refused`,
        call: () => contactApprovalCalls.refuse(path(contact)),
        body: (
          <Trans>
            They get no access and an email that says so. The vendor can invite them again.
          </Trans>
        ),
      }),
  }
}
