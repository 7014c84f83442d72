import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { OwnSession } from '#schema/api/users-service/sessions.ts'
import { seen, seenList, type SeenTable } from '#schema/rules/export/seen-table.ts'
import { deviceName } from './device-name.ts'

/** The person's open sessions, as the account page lists them. */
export const seenSessions = (sessions: readonly OwnSession[]): SeenTable =>
  seenList(
    i18n._(msg`Where you are signed in`),
    [
      [
        seen(i18n._(msg`Device`)),
        ({ userAgent }) => deviceName(userAgent) ?? i18n._(msg`Unknown device`),
      ],
      [seen(i18n._(msg`This device`), 'yesNo'), ({ isCurrent }) => isCurrent],
      [seen(i18n._(msg`Address`)), ({ address }) => address],
      [seen(i18n._(msg`Signed in`), 'time'), ({ createdOn }) => createdOn],
      [seen(i18n._(msg`Last used`), 'time'), ({ seenOn }) => seenOn],
    ],
    sessions,
  )
