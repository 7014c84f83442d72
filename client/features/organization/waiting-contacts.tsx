import { Group } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { WaitingContact } from '#schema/api/users-service/contact-approval.ts'
import { formatDate } from '#schema/rules/format.ts'
import { offerOf, usePlaceOffers } from '../../lib/offers/use-organization-offers.ts'
import { useRemote } from '../../lib/use-remote.ts'
import table from '../../ui/elements/data-table.module.css'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'
import { contactApprovalCalls } from './calls.ts'
import classes from './organization.module.css'
import { useContactApproval } from './use-contact-approval.tsx'

/** Lists the contacts of all vendors who wait for approval; nothing if none waits. */
export function WaitingContacts({ organizationId }: { organizationId: number }) {
  const { t } = useLingui()
  const offer = usePlaceOffers(organizationId, false)
  return offer('approveContacts') ? (
    <section aria-label={t`Contacts waiting for approval`}>
      <WaitingList organizationId={organizationId} />
    </section>
  ) : null
}

function WaitingList({ organizationId }: { organizationId: number }) {
  const { t } = useLingui()
  const contacts = useRemote(String(organizationId), () =>
    contactApprovalCalls.waiting({ params: { id: String(organizationId) } }),
  )
  if (contacts.status !== 'ready' || contacts.value.length === 0) return null
  return (
    <div className={classes.section}>
      <h2 style={{ paddingInline: 12 }}>
        <Trans>Contacts waiting for approval</Trans>
      </h2>
      <table className={table.table} data-cards>
        <thead>
          <tr>
            <th scope="col">
              <Trans context="of a person">Name</Trans>
            </th>
            <th scope="col">
              <Trans>Vendor</Trans>
            </th>
            <th scope="col">
              <Trans>Invited by</Trans>
            </th>
            <th scope="col">
              <Trans>Since</Trans>
            </th>
            <th scope="col">
              <span className="visually-hidden">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {contacts.value.map((contact) => (
            <WaitingRow
              key={`${contact.vendorId}.${contact.userId}`}
              contact={contact}
              onDecided={contacts.reload}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function WaitingRow({ contact, onDecided }: { contact: WaitingContact; onDecided: () => void }) {
  const { t } = useLingui()
  const offlineReason = useOfflineReason()
  const { approve, refuse } = useContactApproval(onDecided)
  const { name } = contact
  const ownReason = contact.isInvitedByYou ? (offerOf('ownInvitation')?.reason ?? null) : null
  return (
    <tr>
      <th scope="row" className={table.main}>
        <span className={classes.name}>{name}</span>
        <div className={classes.sub}>{contact.email}</div>
      </th>
      <td data-label={t`Vendor`}>{contact.vendorName}</td>
      <td className={table.dim} data-label={t`Invited by`}>
        {contact.invitedBy}
      </td>
      <td className={`${table.dim} ${table.nowrap}`} data-label={t`Since`}>
        {formatDate(contact.since)}
      </td>
      <td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <ExplainedButton
            size="xs"
            reason={ownReason ?? offlineReason}
            aria-label={t`Approve ${name}`}
            onClick={() => void approve(contact)}
          >{t`Approve`}</ExplainedButton>
          <ExplainedButton
            size="xs"
            variant="default"
            reason={offlineReason}
            aria-label={t`Refuse ${name}`}
            onClick={() => void refuse(contact)}
          >{t`Refuse`}</ExplainedButton>
        </Group>
      </td>
    </tr>
  )
}
