import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Deadline } from '#schema/entities/project.ts'
import { formatDate } from '#schema/rules/format.ts'
import { clockText, minuteText } from '../../lib/time-text.ts'

/**
 * When the deadline ends: “midnight” only where the viewer's clock shows midnight then, otherwise
 * the time on that clock.
 */
export const deadlineEnd = (deadline: Deadline, deadlineAt: number): string => {
  if (clockText(deadlineAt) !== '0:00') return i18n._(msg`ends ${minuteText(deadlineAt)} your time`)
  return i18n._(msg`ends ${formatDate(deadline.date)} at midnight`)
}
