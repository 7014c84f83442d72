import { Button, Group } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import type { Deadline, Project } from '#schema/entities/project.ts'
import { formatDate } from '#schema/rules/format.ts'
import { mutate } from '../../lib/mutate.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { DeadlineFields, deviceZone } from './deadline-fields.tsx'
import { DEADLINE_INPUT, deadlineProblems, REASON_INPUT } from './deadline-problem.ts'
import { DeadlineReason } from './deadline-reason.tsx'
import classes from './move-dialogs.module.css'

/**
 * Extends the deadline. Once published, it can only move later, and every vendor reads the reason.
 */
export function ExtendDeadlineDialog({
  project,
  onClose,
}: {
  project: Project
  onClose: () => void
}) {
  const { t } = useLingui()
  const [deadline, setDeadline] = useState<Deadline | null>(project.deadline)
  const [deadlineReason, setReason] = useState('')
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const textOf = (inputId: string) => errors.find((error) => error.inputId === inputId)?.text
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const problems = deadlineProblems(project, deadline, deadlineReason)
    setErrors(problems)
    if (problems.length > 0 || deadline === null) return
    try {
      const args = {
        projectId: project.id,
        patch: { deadline },
        ...(deadlineReason.trim() === '' ? {} : { deadlineReason: deadlineReason.trim() }),
      }
      await mutate('projects.update', args, {
        scope: project.id,
        undoLabel: t`Extend deadline`,
      })
      toast.success(t`Deadline extended to ${formatDate(deadline.date)}`)
      onClose()
    } catch (error) {
      setErrors([{ inputId: null, text: refusalText(error) }])
    }
  }
  return (
    <Dialog onClose={onClose} title={t`Extend deadline`} size={560}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <p className={classes.lead}>
          <Trans>
            The answers are sealed until the deadline, so you can only extend it. To end earlier,
            request an early opening.
          </Trans>
        </p>
        <ErrorSummary errors={errors} />
        <div className={classes.deadline}>
          <DeadlineFields
            value={deadline}
            onChange={setDeadline}
            defaultZone={deviceZone()}
            error={textOf(DEADLINE_INPUT)}
            isFirst
          />
        </div>
        <DeadlineReason value={deadlineReason} onChange={setReason} error={textOf(REASON_INPUT)} />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit">{t`Extend deadline`}</Button>
        </Group>
      </form>
    </Dialog>
  )
}
