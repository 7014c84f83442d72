import type { CommentType } from '#schema/entities/comment.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import type { Permission } from '#schema/tables/permissions.ts'

type Access = Pick<ProjectActor, 'relation' | 'permissions'>

/** What the pages of a project's settings require; no vendor opens them, with any permission. */
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

/** Questions, pain points or discussions; the latter are never a vendor's. */
export const mayBrowseComments = ({ relation, permissions }: Access, type: CommentType): boolean =>
  permissions.includes(BROWSE[type]) && (type !== 'D' || relation !== 'vendor')
