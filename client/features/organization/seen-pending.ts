import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PendingMember } from '#schema/api/users-service/members.ts'
import { seen, seenList, type SeenTable } from '#schema/rules/export/seen-table.ts'
import { seenDay } from '../../lib/seen-day.ts'

/** The invitations that wait for an answer, as the list of people shows them. */
export const seenPending = (
  pending: readonly PendingMember[],
  roleName: (id: string) => string,
): SeenTable =>
  seenList(
    i18n._(msg`Invited`),
    [
      [seen(i18n._(msg`Email`)), ({ email }) => email],
      [seen(i18n._(msg`Roles`)), ({ roleIds }) => roleIds.map(roleName).join(', ')],
      [seen(i18n._(msg`Invited by`)), ({ invitedBy }) => invitedBy],
      [seen(i18n._(msg`Sent`), 'time'), ({ sentOn }) => sentOn],
      [seen(i18n._(msg`Until`), 'date'), ({ expiresOn }) => seenDay(expiresOn)],
    ],
    pending,
  )
