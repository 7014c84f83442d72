import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { EmptyState } from './empty-state.tsx'

/** A bug broke the page: say so, keep the rest of the application usable. */
export function FailurePage({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui()
  useEffect(() => console.error(error), [error])
  return (
    <EmptyState
      icon={<IconAlertTriangle size={20} />} title={t`This page broke`}
      action={
        <>
          <Button onClick={reset} mr="xs">{t`Try again`}</Button>
          <Button variant="default" onClick={() => location.reload()}>{t`Reload the application`}</Button>
        </>
      }
    >
      <Trans>It is our mistake. What you saved on this device is safe.</Trans>
      <pre>{error instanceof Error ? error.message : String(error)}</pre>
    </EmptyState>
  )
}
