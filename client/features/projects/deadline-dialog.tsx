import { Button, Group } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { Deadline } from '#schema/entities/project.ts'
import { serverNow } from '../../lib/clock.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { DeadlineFields, deviceZone } from './deadline-fields.tsx'
import {
  DEADLINE_INPUT,
  deadlineProblems,
  isReasonNeeded,
  REASON_INPUT,
} from './deadline-problem.ts'
import { DeadlineReason } from './deadline-reason.tsx'
import type { MoveDialogProps } from './move-dialogs.tsx'
import classes from './move-dialogs.module.css'
import { transitionConfirmation, transitionLabel } from './transition-text.ts'

export type DeadlineMove = (body: {
  deadline: Deadline
  deadlineReason?: string
}) => Promise<unknown>

interface DeadlineDialogProps extends MoveDialogProps {
  deadline: Deadline | null
  onDeadline: (deadline: Deadline | null) => void
  /**
   * Moves the project with the new deadline. `deadlineReason` is set if vendors are told why the
   * deadline changed.
   */
  move: DeadlineMove
  /** Why the move is disabled, apart from the deadline; null = enabled. */
  reason?: string | null
  /** Content between the deadline and the buttons. */
  children?: ReactNode
}

/** A move after which vendors can answer; it requires a deadline in the future. */
export function DeadlineDialog({
  project,
  deadline,
  onDeadline,
  move,
  reason = null,
  transition,
  onClose,
  onMoved,
  children,
}: DeadlineDialogProps) {
  const { t } = useLingui()
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)
  const [deadlineReason, setReason] = useState('')
  const asksReason = isReasonNeeded(project, deadline)
  const textOf = (inputId: string) => errors.find((error) => error.inputId === inputId)?.text
  const submit = async () => {
    const problems = deadlineProblems(project, deadline, deadlineReason)
    setErrors(problems)
    if (deadline === null || problems.length > 0) return
    setBusy(true)
    try {
      await move({ deadline, ...(asksReason ? { deadlineReason: deadlineReason.trim() } : {}) })
      onClose()
      onMoved()
    } catch (error) {
      setErrors([{ inputId: null, text: refusalText(error) }])
      setBusy(false)
    }
  }
  return (
    <Dialog onClose={onClose} title={transitionLabel(transition)} size={560}>
      <p className={classes.lead}>{transitionConfirmation(transition)}</p>
      <ErrorSummary errors={errors} />
      <div className={classes.deadline}>
        <DeadlineFields
          value={deadline}
          onChange={onDeadline}
          defaultZone={deviceZone()}
          min={new Date(serverNow()).toISOString().slice(0, 10)}
          error={textOf(DEADLINE_INPUT)}
        />
      </div>
      {asksReason && (
        <DeadlineReason value={deadlineReason} onChange={setReason} error={textOf(REASON_INPUT)} />
      )}
      {children}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <ExplainedButton reason={reason} loading={isBusy} onClick={() => void submit()}>
          {transitionLabel(transition)}
        </ExplainedButton>
      </Group>
    </Dialog>
  )
}
