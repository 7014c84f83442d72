import { ActionIcon } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconArrowLeft, IconArrowRight, IconLink } from '@tabler/icons-react'
import { ExplainedIcon } from '#client/ui/feedback/explained-icon.tsx'
import { UndoButtons } from '../document/undo-buttons.tsx'
import type { RequirementSteps } from './use-steps.ts'

interface RequirementActionsProps {
  documentId: string
  steps: RequirementSteps
}

/** Buttons in the header of a requirement's page. */
export function RequirementActions({ documentId, steps }: RequirementActionsProps) {
  const { t } = useLingui()
  const { next, previous, copyLink } = steps
  return (
    <>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={t`Copy link`}
        title={t`Copy link to this requirement`}
        onClick={copyLink}
      >
        <IconLink size={16} aria-hidden />
      </ActionIcon>
      <UndoButtons scope={documentId} />
      <ExplainedIcon
        variant="default"
        size={30}
        aria-label={t`Previous requirement`}
        title={t`Previous requirement`}
        reason={previous ? null : t`This is the first requirement`}
        onClick={() => previous?.()}
      >
        <IconArrowLeft size={16} aria-hidden />
      </ExplainedIcon>
      <ExplainedIcon
        variant="default"
        size={30}
        aria-label={t`Next requirement`}
        title={t`Next requirement`}
        reason={next ? null : t`This is the last requirement`}
        onClick={() => next?.()}
      >
        <IconArrowRight size={16} aria-hidden />
      </ExplainedIcon>
    </>
  )
}
