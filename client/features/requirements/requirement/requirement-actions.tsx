import { ActionIcon } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconArrowLeft, IconArrowRight, IconLink } from '@tabler/icons-react'
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
      <ActionIcon
        variant="default"
        size={30}
        aria-label={t`Previous requirement`}
        title={previous ? t`Previous requirement` : t`This is the first requirement`}
        disabled={previous === null}
        onClick={() => previous?.()}
      >
        <IconArrowLeft size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={t`Next requirement`}
        title={next ? t`Next requirement` : t`This is the last requirement`}
        disabled={next === null}
        onClick={() => next?.()}
      >
        <IconArrowRight size={16} aria-hidden />
      </ActionIcon>
    </>
  )
}
