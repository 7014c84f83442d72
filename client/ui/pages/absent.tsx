import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { IconMapPinOff } from '@tabler/icons-react'
import { EmptyState } from './empty-state.tsx'

/**
 * Shown for places that do not exist and for those that the person may not see, so as not to reveal
 * which.
 */
export function Absent() {
  const { t } = useLingui()
  return (
    <EmptyState
      icon={<IconMapPinOff size={20} />}
      title={t`There is nothing here that you can open`}
      action={<Button component={Link} to="/" variant="default">{t`To your start page`}</Button>}
    >
      <Trans>
        The address may be wrong, it may have been deleted, or you have no access to it.
      </Trans>
    </EmptyState>
  )
}
