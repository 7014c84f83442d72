import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AccessLogRow } from '#schema/api/users-service/organization-settings.ts'

type LogObject = NonNullable<AccessLogRow['object']>

const KINDS = {
  person: msg`Person`,
  organization: msg`Organization`,
  project: msg`Project`,
  file: msg`File`,
} as const satisfies Record<LogObject['kind'], unknown>

/**
 * Names the object of an entry. A hidden or deleted object is shown by its kind and the end of its
 * id.
 */
export const logObjectText = ({ kind, id, name }: LogObject): string =>
  name ?? `${i18n._(KINDS[kind])} ${id.slice(-8)}`
