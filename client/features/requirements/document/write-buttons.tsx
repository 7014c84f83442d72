import { Trans } from '@lingui/react/macro'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { ExplainedButton } from '#client/ui/feedback/explained-button.tsx'

interface WriteButtonProps {
  /** Why the person may not write requirements; null = they may. */
  reason: string | null
  onClick: () => void
}

export function AddRequirementButton({ reason, onClick }: WriteButtonProps) {
  return (
    <ExplainedButton
      size="xs"
      reason={reason}
      onClick={onClick}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      <Trans>Add requirement</Trans>
    </ExplainedButton>
  )
}

export function ImportButton({ reason, onClick }: WriteButtonProps) {
  return (
    <ExplainedButton
      size="xs"
      variant="default"
      reason={reason}
      onClick={onClick}
      leftSection={<IconFileImport size={16} aria-hidden />}
    >
      <Trans>Import…</Trans>
    </ExplainedButton>
  )
}
