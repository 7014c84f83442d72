import { Button, Group, Textarea } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorSummary } from '../../ui/fields/error-summary.tsx'
import { codeText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { editStructure, offerUndo } from './edit-structure.ts'
import { spreadDraft } from './weights-draft.ts'
import { useWeights } from './use-weights.ts'
import { WeightGroup } from './weight-group.tsx'
import parts from '../../ui/fields/form-parts.module.css'

interface WeightsDialogProps {
  projectId: string
  isReasonNeeded: boolean
  onClose: () => void
}

const REASON_ID = 'weights-reason'

/** Edits all weights of the project in one dialog, which shows the totals while typing. */
export function WeightsDialog({ projectId, isReasonNeeded, onClose }: WeightsDialogProps) {
  const { t } = useLingui()
  const { packages, documents, draft, groups, problems, weigh } = useWeights(projectId)
  const [isTried, setTried] = useState(false)
  const [typedReason, setReason] = useState('')
  const reason = typedReason.trim()
  const isReasonMissing = isReasonNeeded && reason === ''

  const save = async () => {
    setTried(true)
    if (problems.length > 0 || isReasonMissing) return
    const weightsOf = (rows: readonly { id: string }[]) =>
      rows.map(({ id }) => ({ id, weight: draft[id] ?? 0 }))
    // A change that needs a reason has no undo, since changing it back needs its own reason.
    const canUndo =
      !isReasonNeeded && [...packages, ...documents].every((row) => row.weight !== null)
    const isSaved = await editStructure(
      'weights.set',
      {
        projectId,
        packages: weightsOf(packages),
        documents: weightsOf(documents),
        ...(isReasonNeeded ? { reason } : {}),
      },
      t`Set weights`,
    )
    if (!isSaved) return
    onClose()
    // Undo cannot restore weights that were unset before: they would not total 100.
    if (canUndo) offerUndo(projectId, t`Weights saved`)
    else toast.success(t`Weights saved`)
  }
  const missing = codeText('REASON_MISSING')
  const ofWeights =
    isTried && problems.length > 0
      ? [
          { inputId: null, text: codeText('weights.invalid') },
          ...problems.map(({ id, total }) => {
            const group = groups.find((candidate) => candidate.id === id)
            return {
              inputId: `weight-${group?.rows[0]?.id ?? ''}`,
              text: t`${group?.label ?? ''}: ${total} instead of 100`,
            }
          }),
        ]
      : []
  const errors = [
    ...ofWeights,
    ...(isTried && isReasonMissing ? [{ inputId: REASON_ID, text: missing }] : []),
  ]
  return (
    <Dialog onClose={onClose} title={t`Weights`} size={620}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        noValidate
      >
        <p className={parts.lead}>
          <Trans>
            The packages must total 100, and so must the documents of each package. Up to two
            decimals.
          </Trans>
        </p>
        <ErrorSummary errors={errors} />
        {groups.map((group) => (
          <WeightGroup
            key={group.id}
            label={group.label}
            rows={group.rows}
            draft={draft}
            onChange={(id, weight) => weigh({ [id]: weight })}
            onSpread={() =>
              weigh(
                spreadDraft(
                  draft,
                  group.rows.map((row) => row.id),
                ),
              )
            }
          />
        ))}
        {isReasonNeeded && (
          <ReasonField
            value={typedReason}
            error={isTried && isReasonMissing ? missing : null}
            onChange={setReason}
          />
        )}
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit">{t`Save weights`}</Button>
        </Group>
      </form>
    </Dialog>
  )
}

interface ReasonFieldProps {
  value: string
  error: string | null
  onChange: (value: string) => void
}

function ReasonField({ value, error, onChange }: ReasonFieldProps) {
  const { t } = useLingui()
  return (
    <Textarea
      id={REASON_ID}
      label={t`Reason`}
      required
      minRows={2}
      autosize
      mt="md"
      maxLength={FIELD_LIMITS.reason}
      value={value}
      description={t`The answers are open. The evaluation will show who changed the weights, when and why.`}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
