import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { EmptyState } from '#client/ui/pages/empty-state.tsx'
import type { DocumentAccess } from './use-access.ts'
import { AddRequirementButton } from './write-buttons.tsx'

interface DocumentEmptyProps {
  access: DocumentAccess
  /** Clears the filters; null = none is set. */
  clearFilters: (() => void) | null
  /** Adds the first requirement. */
  onAdd: () => void
  importButton: ReactNode
}

/**
 * A document without rows, as table or sections: the filters match nothing, or there is no
 * requirement yet.
 */
export function DocumentEmpty({ access, clearFilters, onAdd, importButton }: DocumentEmptyProps) {
  const { t } = useLingui()
  if (clearFilters !== null)
    return (
      <EmptyState
        title={t`No requirement matches the filters`}
        action={
          <Button size="xs" variant="default" onClick={clearFilters}>
            <Trans>Clear all filters</Trans>
          </Button>
        }
      />
    )
  if (access.isVendor || access.contentReason !== null)
    return <EmptyState title={t`No requirements yet`} />
  return (
    <EmptyState
      title={t`No requirements yet`}
      action={
        <>
          <AddRequirementButton reason={null} onClick={onAdd} /> {importButton}
        </>
      }
    >
      <Trans>Add the first one, or import a spreadsheet.</Trans>
    </EmptyState>
  )
}
