import { Button, Group } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { OrganizationInfo } from '#schema/api/users-service/organization-settings.ts'
import { ApartSection } from '../../ui/apart-section.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { memberCalls, settingsCalls } from './calls.ts'

/** Out of the organization, or with the right, the whole of it away. */
export function LeaveOrganization({ info, onLeft }: { info: OrganizationInfo; onLeft: () => void }) {
  const { t } = useLingui()
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
      title: t`Leave ${info.name}?`, confirmLabel: t`Leave organization`, danger: true,
      body: <Trans>You are signed out, and the organization's data is removed from this device. This cannot be undone; someone would have to invite you again.</Trans>,
    })
    if (isConfirmed) await run(() => memberCalls.leave({ params: { id: String(info.id) } }))
  }
  const remove = async () => {
    const isConfirmed = await confirm({ title: t`Delete ${info.name}?`, confirmLabel: t`Delete organization`, danger: true, body: <Trans>All members are signed out. This cannot be undone.</Trans> })
    if (isConfirmed) await run(() => settingsCalls.remove({ body: { id: info.id } }))
  }
  return (
    <ApartSection title={t`Leave or delete`} lead={<Trans>You are a member of {info.name}. If you leave, you keep your account.</Trans>}>
      <Group gap="xs">
        <Button variant="default" onClick={() => void leave()}>{t`Leave organization`}</Button>
        {info.may.remove && <Button variant="default" onClick={() => void remove()}>{t`Delete organization`}</Button>}
      </Group>
    </ApartSection>
  )
}
