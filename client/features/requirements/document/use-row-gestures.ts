import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Requirement } from '#schema/entities/structure.ts'
import { openConflicts } from '#client/lib/conflict-dialog.ts'
import { readRow } from '#client/lib/project-store.ts'
import { requirementLink } from '#client/lib/route-links.ts'
import { useLatest } from '#client/ui/browser/use-latest.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { moveRequirements } from '../requirement/requirement-commands.ts'
import { dropTarget } from './document-order.ts'
import { doesNeedYou } from './needs-you.ts'

interface RowGesturesInput {
  place: { projectId: string; documentId: string }
  requirements: readonly Requirement[]
  checked: ReadonlySet<string>
  isReadOnly: boolean
  isSorted: boolean
  /** Opens the dialog for the answer fields of the requirements. */
  onAsk: (requirementIds: readonly string[]) => void
}

/** Handlers that move and open rows of the requestors' table by pointer or key. */
export const useRowGestures = (input: RowGesturesInput) => {
  const { place, requirements, checked, isReadOnly, isSorted, onAsk } = input
  const { t } = useLingui()
  const navigate = useNavigate()
  const latest = useLatest({ requirements, checked })
  const onMoveRow = useCallback(
    (rowId: string, beside: { rowId: string; side: 'before' | 'after' }) => {
      const now = latest.current
      const target = dropTarget(now.requirements, rowId, beside)
      const ids = now.checked.has(rowId)
        ? now.requirements.filter(({ id }) => now.checked.has(id)).map(({ id }) => id)
        : [rowId]
      if (target) moveRequirements(place, ids, target).catch((error: unknown) => toast.error(error))
    },
    [latest, place],
  )
  const onRowKey = useCallback(
    (event: KeyboardEvent) => {
      const isMove = event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')
      if (isReadOnly || !isSorted || !isMove) return false
      toast.error(
        t`Requirements cannot be moved while the table is sorted. Return to document order first.`,
      )
      return true
    },
    [isReadOnly, isSorted, t],
  )
  const onOpen = useCallback(
    (rowId: string, columnId: string) => {
      if (columnId === 'asked') return onAsk([rowId])
      if (columnId === 'id' && doesNeedYou(rowId)) return openConflicts(rowId)
      const row = readRow(place.projectId, 'requirement', rowId)
      if (row) void navigate(requirementLink(place, row))
    },
    [navigate, place, onAsk],
  )
  return { onMoveRow: isReadOnly || isSorted ? undefined : onMoveRow, onRowKey, onOpen }
}
