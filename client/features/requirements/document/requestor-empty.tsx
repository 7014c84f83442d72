import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { EmptyState } from '#client/ui/pages/empty-state.tsx'

interface RequestorEmptyProps {
  /** Clears the filters; null where none is set. */
  clearFilters: (() => void) | null
  /** What adds the first requirements; absent where the person may not. */
  action: ReactNode
}

/** A requestor's table without rows: because of its filters, or because nothing is asked yet. */
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
