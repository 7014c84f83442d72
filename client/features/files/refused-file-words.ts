import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { isUntimely } from '#schema/rules/answers/late-answers.ts'
import { isMessageCode } from '#schema/tables/messages.ts'
import type { ParkedEdit } from '#client/lib/parked.ts'
import { codeText } from '#client/ui/feedback/refusal-text.ts'

/** Why the server refused a file and, if only the time was wrong, that it is sent later. */
export const refusedFileWords = (parked: ParkedEdit | undefined): string => {
  if (parked === undefined) return i18n._(msg`Rejected`)
  const { reason, detail } = parked
  const why = isMessageCode(reason) ? codeText(reason, detail) : reason
  const rejected = i18n._(msg`Rejected: ${why}`)
  if (!isUntimely(reason)) return rejected
  const later = i18n._(
    msg`It stays on this device and is sent automatically when the project reopens.`,
  )
  return `${rejected}${/[.!?]$/.test(rejected) ? '' : '.'} ${later}`
}
