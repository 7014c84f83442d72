import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { PendingMember } from '#schema/api/users-service/members.ts'
import { formatDate } from '#schema/rules/format.ts'
import { mailLanguage } from '../../lib/language.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import table from '../../ui/elements/data-table.module.css'
import { ExportSeenButton } from '../../ui/elements/export-seen-button.tsx'
import { Moment } from '../../ui/elements/moment.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { invitationCalls, memberCalls } from './calls.ts'
import classes from './organization.module.css'
import { useRoleNames } from './role-names.ts'

/** Lists pending invitations; renders nothing if there are none. */
export function PendingList({
  organizationId,
  mayCancel,
  version,
}: {
  organizationId: number
  mayCancel: boolean
  version: number
}) {
  const { t } = useLingui()
  const roleName = useRoleNames()
  const pending = useRemote(`${organizationId} ${version}`, () =>
    memberCalls.pending({ params: { id: String(organizationId) }, body: { pageSize: 200 } }),
  )
  const cancel = async ({ email }: PendingMember) => {
    if (
      !(await confirm({
        title: t`Withdraw the invitation for ${email}?`,
        body: <Trans>The link in the email stops working.</Trans>,
        confirmLabel: t`Withdraw`,
        danger: true,
      }))
    )
      return
    await invitationCalls
      .cancel({ body: { emailTo: email, organizationId } })
      .catch((error: unknown) => toast.error(error))
    pending.reload()
  }
  const [sending, setSending] = useState<string | null>(null)
  const sendAgain = async ({ id, email }: PendingMember) => {
    setSending(id)
    try {
      await invitationCalls.sendAgain({
        body: { emailTo: email, organizationId, language: mailLanguage() },
      })
      toast.success(t`Invitation sent again to ${email}. The earlier link no longer works.`)
    } catch (error) {
      toast.error(error)
    }
    setSending(null)
    pending.reload()
  }
  return (
    <RemotePart remote={pending}>
      {({ items }) =>
        items.length === 0 ? null : (
          <section className={classes.section} aria-labelledby="pending-people">
            <h2 id="pending-people" className={classes.invited}>
              <Trans>Invited</Trans>
            </h2>
            <table className={table.table} data-cards>
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Email</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Roles</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Invited by</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Sent</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Until</Trans>
                  </th>
                  <th scope="col">
                    <span className="visually-hidden">{t`Actions`}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((one) => (
                  <PendingRow
                    key={one.id}
                    one={one}
                    isSending={sending === one.id}
                    onSendAgain={() => void sendAgain(one)}
                    onCancel={mayCancel ? () => void cancel(one) : null}
                  />
                ))}
              </tbody>
            </table>
            <div className={classes.below}>
              <ExportSeenButton
                label={`${t`Export what I see…`} ${t`Invited`}`}
                read={() =>
                  import('./seen-pending.ts').then((part) => part.seenPending(items, roleName))
                }
              />
            </div>
          </section>
        )
      }
    </RemotePart>
  )
}

interface PendingRowProps {
  one: PendingMember
  isSending: boolean
  onSendAgain: () => void
  /** Null = the person may not withdraw invitations. */
  onCancel: (() => void) | null
}

function PendingRow({ one, isSending, onSendAgain, onCancel }: PendingRowProps) {
  const { t } = useLingui()
  const roleName = useRoleNames()
  return (
    <tr>
      <th scope="row" className={table.main}>
        <span className={classes.name}>{one.email}</span>
      </th>
      <td data-label={one.roleIds.length === 0 ? undefined : t`Roles`}>
        {one.roleIds.map(roleName).join(', ')}
      </td>
      <td className={table.dim} data-label={one.invitedBy === '' ? undefined : t`Invited by`}>
        {one.invitedBy}
      </td>
      <td className={`${table.dim} ${table.nowrap}`} data-label={t`Sent`}>
        <Moment at={one.sentOn} />
      </td>
      <td className={`${table.dim} ${table.nowrap}`} data-label={t`Until`}>
        {formatDate(one.expiresOn)}
      </td>
      <td className={table.number}>
        <span className={classes.pendingActions}>
          {one.canSendAgain && (
            <Button
              variant="default"
              loading={isSending}
              onClick={onSendAgain}
              aria-label={t`Send again the invitation for ${one.email}`}
            >
              {t`Send again`}
            </Button>
          )}
          {onCancel !== null && (
            <Button
              variant="default"
              onClick={onCancel}
              aria-label={t`Withdraw the invitation for ${one.email}`}
            >{t`Withdraw`}</Button>
          )}
        </span>
      </td>
    </tr>
  )
}
