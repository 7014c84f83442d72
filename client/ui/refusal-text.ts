import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Refusal } from '#schema/refusal.ts'
import { MESSAGES, type MessageCode } from '#schema/tables/messages.ts'
import { localDetail, type RefusalDetail } from '../lib/refusal-detail.ts'

/** The text of a message code in the person's language; English where the catalogue has none. */
export const codeText = (code: MessageCode, detail: RefusalDetail = {}): string => i18n._(idOf(code), localDetail(detail), { message: MESSAGES[code].text })

const idOf = (code: MessageCode): string => `message.${code}`

/** What a person reads when something cannot be had. Bugs are not hidden: they read as such. */
export const refusalText = (error: unknown): string => {
  if (error instanceof Refusal) return codeText(error.code, error.detail)
  if (error instanceof Error && error.name === 'OfflineError') {
    return i18n._(msg`There is no connection to the server right now. Nothing was sent.`)
  }
  return i18n._(msg`Something went wrong. Reload the page and try again.`)
}
