import { Trans, useLingui } from '@lingui/react/macro'
import type { UndeliveredMail } from '#schema/api/notification-service/undelivered.ts'
import { formatDate } from '#schema/rules/format.ts'
import { usePlaceOffers } from '../../lib/offers/use-organization-offers.ts'
import { useRemote } from '../../lib/use-remote.ts'
import table from '../../ui/elements/data-table.module.css'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'
import { undeliveredCalls } from './calls.ts'
import classes from './organization.module.css'

/** Lists notification emails that did not reach people; nothing if all arrived. */
export function UndeliveredMails({ organizationId }: { organizationId: number }) {
  const { t } = useLingui()
  const offer = usePlaceOffers(organizationId, false)
  return offer('edit') ? (
    <section aria-label={t`Undelivered emails`}>
      <MailList organizationId={organizationId} />
    </section>
  ) : null
}

function MailList({ organizationId }: { organizationId: number }) {
  const { t } = useLingui()
  const mails = useRemote(String(organizationId), () =>
    undeliveredCalls.list({ params: { id: String(organizationId) } }),
  )
  if (mails.status !== 'ready' || mails.value.length === 0) return null
  return (
    <div className={classes.section}>
      <h2 style={{ paddingInline: 12 }}>
        <Trans>Undelivered emails</Trans>
      </h2>
      <table className={table.table} data-cards>
        <thead>
          <tr>
            <th scope="col">
              <Trans context="of a person">Name</Trans>
            </th>
            <th scope="col">
              <Trans>Last attempt</Trans>
            </th>
            <th scope="col">
              <Trans>Answer of the mail server</Trans>
            </th>
            <th scope="col">
              <span className="visually-hidden">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {mails.value.map((mail) => (
            <MailRow
              key={mail.id}
              mail={mail}
              organizationId={organizationId}
              onSent={mails.reload}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface MailRowProps {
  mail: UndeliveredMail
  organizationId: number
  onSent: () => void
}
function MailRow({ mail, organizationId, onSent }: MailRowProps) {
  const { t } = useLingui()
  const offlineReason = useOfflineReason()
  const { id, name, address, failedOn, reason } = mail
  const retry = async (): Promise<void> => {
    try {
      await undeliveredCalls.retry({ params: { id: String(organizationId), mailId: id } })
      toast.success(t`The email to ${name} is sent again`)
    } catch (error) {
      toast.error(error)
    }
    onSent()
  }
  return (
    <tr>
      <th scope="row" className={table.main}>
        <span className={classes.name}>{name}</span>
        <div className={classes.sub}>{address}</div>
      </th>
      <td className={`${table.dim} ${table.nowrap}`} data-label={t`Last attempt`}>
        {formatDate(failedOn)}
      </td>
      <td data-label={t`Answer of the mail server`}>{reason}</td>
      <td>
        <ExplainedButton
          size="xs"
          variant="default"
          reason={offlineReason}
          aria-label={t`Try again: ${name}`}
          onClick={() => void retry()}
        >{t`Try again`}</ExplainedButton>
      </td>
    </tr>
  )
}
