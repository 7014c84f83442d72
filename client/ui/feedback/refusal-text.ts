import { i18n } from '@lingui/core'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Refusal } from '#schema/refusal.ts'
import { MESSAGES, type MessageCode } from '#schema/tables/messages.ts'
import { OfflineError } from '../../lib/offline-error.ts'
import { localDetail, type RefusalDetail } from '../../lib/refusal-detail.ts'

/** The text of a message code in the interface language; English if it has no translation. */
export const codeText = (code: MessageCode, detail: RefusalDetail = {}): string =>
  i18n._(idOf(code), localDetail(withLabel(detail)), { message: MESSAGES[code].text })

/** Labels of request fields, by the last part of their path. */
const LABELS: Readonly<Record<string, MessageDescriptor>> = {
  name: msg`Name`,
  description: msg`Description`,
  prefix: msg`Prefix`,
  version: msg`Version`,
  newVersion: msg`Version`,
  deadline: msg`Deadline`,
  date: msg`Date`,
  zone: msg`Time zone`,
  reason: msg`Reason`,
  value: msg`Value`,
}
/** Matches internal field names: one word or a path, without a space or an initial capital. */
const INTERNAL = /^[a-z][\w-]*(?:\.[\w-]+)*$/

const withLabel = (detail: RefusalDetail): RefusalDetail => {
  const { field } = detail
  if (typeof field !== 'string' || !INTERNAL.test(field)) return detail
  return {
    ...detail,
    field: i18n._(LABELS[field.slice(field.lastIndexOf('.') + 1)] ?? msg`This entry`),
  }
}

const idOf = (code: MessageCode): string => `message.${code}`

/** A captive portal or proxy answers instead of the server; the text names the usual reason. */
const blockedText = msg`There is no way to the server at the moment; something else answers in its place. If you use a public Wi-Fi network, it may first want you to sign in to it: open any other website. Nothing was sent.`

/** The text for an error. Bugs are not hidden: they get a text of their own. */
export const refusalText = (error: unknown): string => {
  if (error instanceof Refusal) return codeText(error.code, error.detail)
  if (error instanceof OfflineError) {
    if (error.isBlocked) return i18n._(blockedText)
    return i18n._(msg`There is no connection to the server right now. Nothing was sent.`)
  }
  return i18n._(msg`Something went wrong. Reload the page and try again.`)
}
