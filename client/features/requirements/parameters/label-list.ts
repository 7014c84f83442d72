import { i18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'

const LISTED = 4

/** Lists the first labels and counts the rest: `QF-1, QF-2, QF-3, QF-4 and 12 more`. */
export const labelList = (labels: readonly string[]): string => {
  const shown = labels.slice(0, LISTED).join(', ')
  const hidden = labels.length - LISTED
  if (hidden <= 0) return shown
  return i18n._(msg`${shown} and ${plural(hidden, { one: '# more', other: '# more' })}`)
}
