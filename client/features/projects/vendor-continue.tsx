import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { BottomBar } from '../../ui/pages/bottom-bar.tsx'
import { nextDocument } from './next-document.ts'
import { useProgress } from './use-progress.ts'

/** Link to the next document with unanswered requirements. */
export function VendorContinue({ projectId, isOpen }: { projectId: string; isOpen: boolean }) {
  const { t } = useLingui()
  const next = nextDocument(useProgress(projectId, true) ?? [])
  if (next === null) return null
  const label =
    !isOpen || next.submitted + next.waiting === next.total
      ? t`View answers`
      : next.answered === 0
        ? t`Start answering`
        : t`Continue answering`
  const to = `/project/${projectId}/documents/${next.document.id}`
  return (
    <>
      <Button component={Link} to={to} visibleFrom="sm">
        {label}
      </Button>
      <BottomBar>
        <Button component={Link} to={to}>
          {label}
        </Button>
      </BottomBar>
    </>
  )
}
