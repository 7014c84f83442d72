import { Group } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { OrganizationInfo } from '#schema/api/users-service/organization-settings.ts'
import { ENDING_OFFERS } from '../../lib/offers/organization-offers.ts'
import { offerOf } from '../../lib/offers/use-organization-offers.ts'
import { ApartSection } from '../../ui/pages/apart-section.tsx'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'
import { memberCalls, settingsCalls } from './calls.ts'

/** Leaves the organization or, with the permission, deletes it. */
export function LeaveOrganization({
  info,
  onLeft,
}: {
  info: OrganizationInfo
  onLeft: () => void
}) {
  const { t } = useLingui()
  const offlineReason = useOfflineReason()
  const leaving = offerOf(ENDING_OFFERS.leave(info))
  const removal = offerOf(ENDING_OFFERS.remove(info))
  const run = async (call: () => Promise<unknown>) => {
    try {
      await call()
      onLeft()
    } catch (error) {
      toast.error(error)
    }
  }
  const leave = async () => {
    const isConfirmed = await confirm({
      title: t`Leave ${info.name}?`,
      confirmLabel: t`Leave organization`,
      danger: true,
      body: (
        <Trans>
          You are signed out, and the organization's data is removed from this device. This cannot
          be undone; someone would have to invite you again.
        </Trans>
      ),
    })
    if (isConfirmed) await run(() => memberCalls.leave({ params: { id: String(info.id) } }))
  }
  const remove = async () => {
    const isConfirmed = await confirm({
      title: t`Delete ${info.name}?`,
      confirmLabel: t`Delete organization`,
      danger: true,
      body: <Trans>All members are signed out. This cannot be undone.</Trans>,
    })
    if (isConfirmed) await run(() => settingsCalls.remove({ body: { id: info.id } }))
  }
  if (leaving === null && removal === null) return null
  return (
    <ApartSection
      title={t`Leave or delete`}
      lead={<Trans>You are a member of {info.name}. If you leave, you keep your account.</Trans>}
    >
      <Group gap="xs">
        {leaving !== null && (
          <ExplainedButton
            variant="default"
            reason={leaving.reason ?? offlineReason}
            onClick={() => void leave()}
          >
            {t`Leave organization`}
          </ExplainedButton>
        )}
        {removal !== null && (
          <ExplainedButton
            variant="default"
            reason={removal.reason ?? offlineReason}
            onClick={() => void remove()}
          >
            {t`Delete organization`}
          </ExplainedButton>
        )}
      </Group>
    </ApartSection>
  )
}
