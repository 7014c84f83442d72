import type { CommentType } from '#schema/entities/comment.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import type { Permission } from '#schema/tables/permissions.ts'

type Access = Pick<ProjectActor, 'relation' | 'permissions'>

/** Permission required by each settings page of a project. Vendors can never open them. */
const NEEDED = {
  general: 'PROJECT_EDIT_DETAILS',
  members: 'PROJECT_MEMBERS_MANAGE',
  roles: 'PROJECT_ROLES_ADMINISTRATE',
  permissions: 'PROJECT_ROLES_ADMINISTRATE',
} as const satisfies Record<string, Permission>
export type SettingsPage = keyof typeof NEEDED
export const SETTINGS_PAGES = Object.keys(NEEDED) as readonly SettingsPage[]

export const mayOpenSettings = ({ relation, permissions }: Access, page: SettingsPage): boolean =>
  relation !== 'vendor' && permissions.includes(NEEDED[page])

const BROWSE = {
  Q: 'QA_BROWSE',
  QA: 'QA_BROWSE',
  PP: 'PP_BROWSE',
  D: 'DISCUSSION_BROWSE',
} as const satisfies Record<CommentType, Permission>

/** Whether the person may read comments of a type. Vendors never read discussions. */
export const mayBrowseComments = ({ relation, permissions }: Access, type: CommentType): boolean =>
  permissions.includes(BROWSE[type]) && (type !== 'D' || relation !== 'vendor')
