import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type AnyRouter, type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { loadMissingStyles } from '../../lib/missing-styles.ts'
import { loadPageAnew } from '../../lib/server-there.ts'
import { EmptyState } from './empty-state.tsx'
import { MissingPart } from './missing-part.tsx'

/**
 * The lazy components of the current pages that are not loaded; the router removes `preload` once
 * one is.
 */
const missingScreens = (router: AnyRouter): (() => Promise<unknown>)[] =>
  router.state.matches.flatMap(({ routeId }) => {
    const preload: (() => Promise<unknown>) | undefined =
      router.routesById[routeId]?.options.component?.preload
    return preload === undefined ? [] : [preload]
  })

/** Replaces a page that failed; the rest of the application stays usable. */
export function FailurePage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  if (missingScreens(router).length === 0) return <BrokenPage error={error} reset={reset} />
  const retry = async (): Promise<void> => {
    await loadMissingStyles()
      .then(() => Promise.all(missingScreens(router).map((load) => load())))
      .catch(() => undefined)
    if (missingScreens(router).length === 0 || !(await loadPageAnew())) reset()
  }
  return <MissingPart onRetry={() => void retry()} />
}

/** The page of an unexpected error. */
function BrokenPage({ error, reset }: Pick<ErrorComponentProps, 'error' | 'reset'>) {
  const { t } = useLingui()
  useEffect(() => console.error(error), [error])
  return (
    <EmptyState
      icon={<IconAlertTriangle size={20} />}
      title={t`Something went wrong on this page`}
      action={
        <>
          <Button onClick={reset} mr="xs">{t`Try again`}</Button>
          <Button variant="default" onClick={() => location.reload()}>{t`Reload`}</Button>
        </>
      }
    >
      <Trans>This is our mistake. Everything saved on this device is safe.</Trans>
      <pre>{error instanceof Error ? error.message : String(error)}</pre>
    </EmptyState>
  )
}
