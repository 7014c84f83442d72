import type { Deadline, Project } from '#schema/entities/project.ts'
import { Refusal } from '#schema/refusal.ts'
import { changeDeadline, isDeadlineBinding } from '#schema/rules/project/deadline-change.ts'
import { deadlineInstant } from '#schema/rules/project/deadline.ts'
import { serverNow } from '../../lib/clock.ts'
import type { FieldError } from '../../ui/fields/error-summary.tsx'
import { codeText, refusalText } from '../../ui/feedback/refusal-text.ts'

export const DEADLINE_INPUT = 'deadline-date'
export const REASON_INPUT = 'deadline-reason'
type Bound = Pick<Project, 'state' | 'sealed' | 'deadlineAt'>

/**
 * Whether the change of a deadline needs a reason, which the vendors of a sealed project are told.
 */
export const isReasonNeeded = (project: Bound, deadline: Deadline | null): boolean =>
  deadline !== null &&
  isDeadlineBinding(project) &&
  deadlineInstant(deadline) !== project.deadlineAt

/** The problems of a deadline, in the server's words; empty = valid. */
export const deadlineProblems = (
  project: Project,
  deadline: Deadline | null,
  reason: string,
): FieldError[] => {
  if (deadline === null) return [{ inputId: DEADLINE_INPUT, text: codeText('DEADLINE_MISSING') }]
  try {
    changeDeadline(project, {
      deadline,
      now: serverNow(),
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    })
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return [
      {
        inputId: error.field === 'deadlineReason' ? REASON_INPUT : DEADLINE_INPUT,
        text: refusalText(error),
      },
    ]
  }
}
