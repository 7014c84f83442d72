import { Button, Group, Textarea } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import { useRows } from '../../lib/project-store.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorSummary } from '../../ui/fields/error-summary.tsx'
import { codeText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { editStructure, offerUndo } from './edit-structure.ts'
import { draftProblems, spreadDraft, type WeightDraft } from './weights-draft.ts'
import { WeightGroup } from './weight-group.tsx'
import parts from '../../ui/fields/form-parts.module.css'

const PACKAGES = 'packages'

interface WeightsDialogProps {
  projectId: string
  isReasonNeeded: boolean
  onClose: () => void
}

const REASON_ID = 'weights-reason'

/** All weights of the project at once, so that a change shows what it does to the total. */
export function WeightsDialog({ projectId, isReasonNeeded, onClose }: WeightsDialogProps) {
  const { t } = useLingui()
  const packages = useRows(projectId, 'package', { projectId })
  const documents = useRows(projectId, 'document', { projectId })
  const [typed, setTyped] = useState<WeightDraft>({})
  const draft: WeightDraft = {
    ...Object.fromEntries([...packages, ...documents].map((row) => [row.id, row.weight])),
    ...typed,
  }
  const [isTried, setTried] = useState(false)
  const [typedReason, setReason] = useState('')
  const reason = typedReason.trim()
  const isReasonMissing = isReasonNeeded && reason === ''
  const groups = [
    { id: PACKAGES, label: t`Packages`, rows: packages },
    ...packages.map((row) => ({
      id: row.id,
      label: t`Documents of ${row.name}`,
      rows: documents.filter((document) => document.packageId === row.id),
    })),
  ].filter((group) => group.rows.length > 0)
  const problems = draftProblems(
    draft,
    groups.map(({ id, rows }) => ({ id, members: rows.map((row) => row.id) })),
  )

  const save = async () => {
    setTried(true)
    if (problems.length > 0 || isReasonMissing) return
    const weightsOf = (rows: readonly { id: string }[]) =>
      rows.map(({ id }) => ({ id, weight: draft[id] ?? 0 }))
    // With a reason they are changed back with one of its own.
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
    // Weights that were not set before cannot be put back: they would not total 100.
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
            onChange={(id, weight) => setTyped((current) => ({ ...current, [id]: weight }))}
            onSpread={() =>
              setTyped(
                spreadDraft(
                  draft,
                  group.rows.map((row) => row.id),
                ),
              )
            }
          />
        ))}
        {isReasonNeeded && (
          <Textarea
            id={REASON_ID}
            label={t`Reason`}
            required
            minRows={2}
            autosize
            mt="md"
            maxLength={FIELD_LIMITS.reason}
            value={typedReason}
            description={t`The answers are open. The evaluation will show who changed the weights, when and why.`}
            error={isTried && isReasonMissing ? missing : null}
            onChange={(event) => setReason(event.currentTarget.value)}
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
