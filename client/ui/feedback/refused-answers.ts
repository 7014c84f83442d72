import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { formatDate } from '#schema/rules/format.ts'
import type { MessageCode } from '#schema/tables/messages.ts'
import { codeText } from './refusal-text.ts'

/** Says why answers cannot be changed now, before anything has been refused. */
export const refusedAnswersText = (
  code: MessageCode,
  { deadline }: Pick<ProjectSummary, 'deadline'>,
): string => {
  // Nothing is late yet, so name the deadline instead of speaking of a late answer.
  if (code === 'DEADLINE_PASSED' && deadline !== null)
    return i18n._(
      msg`The deadline was ${formatDate(deadline.date)} at midnight (${deadline.zone}). You can read the answers, but not change them.`,
    )
  return code === 'STATE_FORBIDS'
    ? i18n._(msg`You can change answers while the project is published.`)
    : codeText(code)
}
