import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ProjectMember } from '#schema/api/projects-service/project-members.ts'
import { seen, seenList, type SeenTable } from '#schema/rules/export/seen-table.ts'
import { seenDay } from '../../lib/seen-day.ts'

const marksOf = ({ userId, isBlocked, alsoContactOf: vendor }: ProjectMember): string =>
  [
    ...(userId === null ? [i18n._(msg`Invited`)] : []),
    ...(isBlocked ? [i18n._(msg`Blocked`)] : []),
    ...(vendor === null ? [] : [i18n._(msg`Also a contact of ${vendor}`)]),
  ].join(', ')

/** The members of a project and the invited people, as their page shows them. */
export const seenMembers = (
  members: readonly ProjectMember[],
  roleName: (id: ProjectMember['roles'][number]) => string,
): SeenTable =>
  seenList(
    i18n._(msg`Members`),
    [
      [
        seen(i18n._(msg({ message: 'Name', context: 'of a person' }))),
        ({ name, email }) => name || email,
      ],
      [seen(i18n._(msg`Status`)), marksOf],
      [seen(i18n._(msg`Email`)), ({ email }) => email],
      [
        seen(i18n._(msg`Roles`)),
        ({ isOwner, roles }) => (isOwner ? i18n._(msg`Owner`) : roles.map(roleName).join(', ')),
      ],
      [seen(i18n._(msg`Since`), 'date'), ({ since }) => seenDay(since)],
    ],
    members,
  )
