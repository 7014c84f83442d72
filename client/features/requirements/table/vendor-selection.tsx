import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { releaseField } from '#schema/entities/commitment.ts'
import type { Release } from '#schema/entities/project.ts'
import { parseDefinition, statementParameters } from '#schema/rules/definition/parameters.ts'
import { readRow } from '#client/lib/project-store.ts'
import { MenuButton } from '#client/ui/floating/menu-button.tsx'
import { ExplainedButton } from '#client/ui/feedback/explained-button.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { saveAnswers, type AnswerEdit } from '../answers/answer-edits.ts'
import { hasRelease, releaseOptions } from '../answers/answer-fields.ts'
import { SelectionBar } from './selection-bar.tsx'

interface VendorSelectionProps {
  projectId: string
  documentId: string
  vendorId: number
  releases: readonly Release[]
  /** Ids of the requirements with a selected row. */
  selected: readonly string[]
  /** Why the answers are read-only now; null = editable. */
  answerReason: string | null
  /** Why the person does not submit although they may answer; null = they may. */
  submitReason: string | null
  onClear: (() => void) | undefined
  onSubmit: (requirementIds: readonly string[]) => void
}

/** Submits the selected answers or sets their release. */
export function VendorSelection(props: VendorSelectionProps) {
  const { projectId, documentId, vendorId, releases, selected, answerReason, onSubmit } = props
  const { t } = useLingui()
  const setRelease = (value: number) => {
    const edits = selected.flatMap((id) => releaseEdit(projectId, id, value))
    if (edits.length > 0)
      saveAnswers({ projectId, documentId, vendorId }, edits, { label: t`Set release` }).catch(
        (error: unknown) => toast.error(error),
      )
  }
  return (
    <SelectionBar count={selected.length} onClear={props.onClear}>
      {answerReason !== null ? (
        <span>{answerReason}</span>
      ) : (
        <>
          <ExplainedButton size="xs" reason={props.submitReason} onClick={() => onSubmit(selected)}>
            <Trans context="as an action">Submit</Trans>
          </ExplainedButton>
          <MenuButton
            position="top"
            button={(target) => (
              <Button {...target} size="xs" variant="default">
                <Trans>Set release</Trans>
              </Button>
            )}
            items={releaseOptions(releases).map(({ value, label }) => ({
              label,
              run: () => setRelease(Number(value)),
            }))}
          />
        </>
      )}
    </SelectionBar>
  )
}

/** Sets the release of all statements of a requirement; empty if none has a release. */
function releaseEdit(projectId: string, requirementId: string, value: number): AnswerEdit[] {
  const requirement = readRow(projectId, 'requirement', requirementId)
  const statements = requirement
    ? statementParameters(parseDefinition(requirement.definition)).filter(hasRelease)
    : []
  if (statements.length === 0) return []
  const values = Object.fromEntries(statements.map(({ id }) => [releaseField(id), value]))
  return [{ requirementId, values }]
}
