import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconPlus, IconPrinter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Commitment } from '#schema/entities/commitment.ts'
import { mutate, newId } from '#client/lib/mutate.ts'
import { ExplainedButton } from '#client/ui/feedback/explained-button.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { AnswerActions } from '../answers/answer-actions.tsx'
import { answeredPercent } from './answered-percent.ts'
import { RequirementCount } from '../table/requirement-count.tsx'
import type { DocumentViewProps } from './document-view.ts'
import { UndoButtons } from './undo-buttons.tsx'
import classes from './section-view.module.css'

interface SectionActionsProps {
  view: DocumentViewProps
  answers: ReadonlyMap<string, Commitment> | null
  /** Number of answered requirements. */
  answered: number
  /** Number of requirements that match the filters. */
  shown: number
  addButton: ReactNode
  importButton: ReactNode
}

/** Actions above a document shown as sections. */
export function SectionActions({ view, answers, ...props }: SectionActionsProps) {
  const { projectId, document, requirements, releases, access } = view
  const { isVendor, vendorId } = access
  const count = requirements.length
  const share = answeredPercent(props.answered, count)
  return (
    <>
      {view.isWhole && (
        <span className={classes.count}>
          <RequirementCount shown={props.shown} total={count} />
          {isVendor && (
            <>
              {' '}
              · <Trans>{share} % answered</Trans>
            </>
          )}
        </span>
      )}
      <UndoButtons scope={document.id} />
      {view.toggle}
      {view.files}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => window.print()}
      >
        <Trans>Print</Trans>
      </Button>
      {!isVendor && props.importButton}
      {!isVendor && <span className={classes.wide}>{props.addButton}</span>}
      {vendorId !== null && isVendor && (
        <AnswerActions
          {...{ projectId, document, vendorId, requirements, answers, releases, access }}
        />
      )}
    </>
  )
}

/** Adds a section at the end of the document. */
export function AddSectionButton({ view }: { view: DocumentViewProps }) {
  const { projectId, document, sections, access } = view
  const { t } = useLingui()
  const add = () =>
    void mutate(
      'sections.create',
      {
        projectId,
        id: newId(),
        documentId: document.id,
        name: t`New section`,
        after: sections.at(-1)?.id ?? null,
      },
      { undoLabel: t`Add section`, scope: document.id },
    ).catch((error: unknown) => toast.error(error))
  return (
    <ExplainedButton
      size="xs"
      reason={access.contentReason}
      onClick={add}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      <Trans>Add section</Trans>
    </ExplainedButton>
  )
}
