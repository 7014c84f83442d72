import { Button } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { ExplainedButton } from '#client/ui/feedback/explained-button.tsx'
import { SelectionBar } from '../table/selection-bar.tsx'
import type { DocumentAccess } from './use-access.ts'

interface RequestorSelectionProps {
  count: number
  access: DocumentAccess
  /** Clears the selection; absent for a cell range, which the next click clears. */
  onClear: (() => void) | undefined
  onAsk: () => void
  onMove: () => void
  onRemove: () => void
}

/** Actions on the selected requirements. */
export function RequestorSelection(props: RequestorSelectionProps) {
  const { count, access, onClear, onAsk, onMove, onRemove } = props
  return (
    <SelectionBar count={count} onClear={onClear}>
      <Button size="xs" variant="default" onClick={onAsk}>
        <Trans>Edit answer fields…</Trans>
      </Button>
      <ExplainedButton size="xs" variant="default" reason={access.contentReason} onClick={onMove}>
        <Trans>Move to…</Trans>
      </ExplainedButton>
      <ExplainedButton
        size="xs"
        color="red"
        variant="light"
        reason={access.removeReason}
        onClick={onRemove}
      >
        <Trans>Delete</Trans>
      </ExplainedButton>
    </SelectionBar>
  )
}
