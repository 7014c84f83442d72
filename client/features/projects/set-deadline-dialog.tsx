import { Button, Group } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import type { Deadline, Project } from '#schema/entities/project.ts'
import { formatDate } from '#schema/rules/format.ts'
import { serverNow } from '../../lib/clock.ts'
import { mutate } from '../../lib/mutate.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { DeadlineFields, deviceZone } from './deadline-fields.tsx'
import { DEADLINE_INPUT, deadlineProblems } from './deadline-problem.ts'
import classes from './move-dialogs.module.css'

/** Sets the deadline of an unpublished project; works offline. */
export function SetDeadlineDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const { t } = useLingui()
  const [deadline, setDeadline] = useState<Deadline | null>(project.deadline)
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const problems = deadlineProblems(project, deadline, '')
    setErrors(problems)
    if (problems.length > 0 || deadline === null) return
    try {
      await mutate(
        'projects.update',
        { projectId: project.id, patch: { deadline } },
        { scope: project.id, undoLabel: t`Set the deadline` },
      )
      toast.success(t`The deadline is ${formatDate(deadline.date)}.`)
      onClose()
    } catch (error) {
      setErrors([{ inputId: null, text: refusalText(error) }])
    }
  }
  return (
    <Dialog onClose={onClose} title={t`Set the deadline`} size={560}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <p className={classes.lead}>
          <Trans>It can be changed freely until the project is published.</Trans>
        </p>
        <ErrorSummary errors={errors} />
        <div className={classes.deadline}>
          <DeadlineFields
            value={deadline}
            onChange={setDeadline}
            defaultZone={deviceZone()}
            isFirst
            min={new Date(serverNow()).toISOString().slice(0, 10)}
            error={errors.find(({ inputId }) => inputId === DEADLINE_INPUT)?.text}
          />
        </div>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit">{t`Set deadline`}</Button>
        </Group>
      </form>
    </Dialog>
  )
}
