import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { EmptyState } from '#client/ui/pages/empty-state.tsx'

interface RequestorEmptyProps {
  /** Clears the filters; null = none is set. */
  clearFilters: (() => void) | null
  /** The button that adds the first requirement; absent without the permission. */
  action: ReactNode
}

/** An empty table for requestors: the filters match nothing, or there is no requirement yet. */
export function RequestorEmpty({ clearFilters, action }: RequestorEmptyProps) {
  const { t } = useLingui()
  return clearFilters !== null ? (
    <EmptyState
      title={t`No requirement matches the filters`}
      action={
        <Button size="xs" variant="default" onClick={clearFilters}>
          <Trans>Clear all filters</Trans>
        </Button>
      }
    />
  ) : (
    <EmptyState title={t`No requirements yet`} action={action}>
      <Trans>Add the first one, or import a spreadsheet.</Trans>
    </EmptyState>
  )
}
