import { Button, Group, NumberInput, Stack, Switch, Textarea } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FormEvent } from 'react'
import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import { nodeScore } from '#schema/rules/evaluation/evaluation.ts'
import type { Evaluation } from '#schema/rules/evaluation/evaluation.ts'
import { areWeightsLocked, isAfterOpening, mayRescore } from '#schema/rules/evaluation/scoring.ts'
import { mutate } from '#client/lib/mutate.ts'
import { Dialog } from '#client/ui/dialogs/dialog.tsx'
import { codeText } from '#client/ui/feedback/refusal-text.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { whyNot } from './why-not.ts'
import classes from './board.module.css'

interface SettingsDialogProps {
  project: Project
  actor: ProjectActor
  evaluation: Evaluation
  onClose: () => void
}

const toPercent = (share: number): number => Math.round(share * 10_000) / 100

/**
 * Settings that all evaluators of a project share: the credit for later releases, and whether
 * missed knock-outs are ranked.
 */
export function SettingsDialog({ project, actor, evaluation, onClose }: SettingsDialogProps) {
  const { t } = useLingui()
  const refusal =
    whyNot(actor, 'project.edit', { state: project.state }) ??
    (isAfterOpening(project) && !mayRescore(actor) ? codeText('SCORING_ADMINISTRATOR') : null)
  const isLocked = refusal !== null || areWeightsLocked(project)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [future, setFuture] = useState<number | string>(toPercent(project.evaluation.futureCredit))
  const [unplanned, setUnplanned] = useState<number | string>(
    toPercent(project.evaluation.unplannedCredit),
  )
  const [knockOutsApplied, setKnockOutsApplied] = useState(project.evaluation.knockOutsApplied)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const evaluationReason = reason.trim()
    const isMissing = isAfterOpening(project) && evaluationReason === ''
    setError(isMissing ? codeText('REASON_MISSING') : null)
    if (isMissing) return
    const why = isAfterOpening(project) ? { evaluationReason } : {}
    const settings = {
      futureCredit: Number(future) / 100,
      unplannedCredit: Number(unplanned) / 100,
      knockOutsApplied,
    }
    mutate(
      'projects.update',
      { projectId: project.id, patch: { evaluation: settings }, ...why },
      { undoLabel: t`Scoring rules` },
    )
      .then(() => {
        toast.success(t`Scoring rules saved`)
        onClose()
      })
      .catch((error: unknown) => toast.error(error))
  }
  return (
    <Dialog onClose={onClose} title={t`Scoring rules`}>
      <form onSubmit={save} noValidate>
        <Stack gap="md">
          <p className={classes.hint}>
            <Trans>
              They apply to everyone who evaluates this project. Every change is recorded in the
              history.
            </Trans>
          </p>
          {refusal !== null && (
            <p className={classes.refusal} role="note">
              {refusal}
            </p>
          )}
          {refusal === null && areWeightsLocked(project) && (
            <p className={classes.refusal} role="note">
              <Trans>
                The weights and credits are published, so they are locked. You can still apply
                knock-outs.
              </Trans>
            </p>
          )}
          <CreditField
            label={t`Credit for later releases, in %`}
            description={t`Share of the value that a commitment for a later release counts for.`}
            value={future}
            onChange={setFuture}
            isLocked={isLocked}
          />
          <CreditField
            label={t`Credit for unplanned commitments, in %`}
            description={t`Share of the value that a commitment without a planned release counts for.`}
            value={unplanned}
            onChange={setUnplanned}
            isLocked={isLocked}
          />
          <div>
            <Switch
              label={t`Apply knock-outs`}
              description={t`A vendor that misses a knock-out is not ranked. Its scores stay visible.`}
              checked={knockOutsApplied}
              disabled={refusal !== null}
              onChange={(event) => setKnockOutsApplied(event.currentTarget.checked)}
            />
            <MissedKnockOuts evaluation={evaluation} />
          </div>
          {refusal === null && isAfterOpening(project) && (
            <ReasonField value={reason} error={error} onChange={setReason} />
          )}
        </Stack>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            {refusal === null ? t`Cancel` : t`Close`}
          </Button>
          {refusal === null && <Button type="submit">{t`Save rules`}</Button>}
        </Group>
      </form>
    </Dialog>
  )
}

interface CreditFieldProps {
  label: string
  description: string
  /** In percent. */
  value: number | string
  onChange: (value: number | string) => void
  isLocked: boolean
}

function CreditField({ isLocked, ...field }: CreditFieldProps) {
  return (
    <NumberInput {...field} min={0} max={100} decimalScale={2} readOnly={isLocked} hideControls />
  )
}

function MissedKnockOuts({ evaluation }: Pick<SettingsDialogProps, 'evaluation'>) {
  const missing = evaluation.prepared.vendors.filter(
    (_, vendor) => nodeScore(evaluation, { level: 'project', index: 0, vendor }).knockOuts > 0,
  )
  const names = missing.map(({ name }) => name).join(', ')
  return (
    <p className={classes.hint}>
      {missing.length === 0 ? (
        <Trans>All vendors meet the knock-outs.</Trans>
      ) : (
        <>
          <Plural
            value={missing.length}
            one="# vendor misses a knock-out"
            other="# vendors miss a knock-out"
          />
          : {names}
        </>
      )}
    </p>
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
      label={t`Reason`}
      required
      minRows={2}
      autosize
      maxLength={FIELD_LIMITS.reason}
      description={t`The answers are open. The evaluation will show who changed the rules, when and why.`}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
