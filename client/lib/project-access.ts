import type { ProjectActor } from '#schema/mutations/mutation.ts'
import type { Permission } from '#schema/tables/permissions.ts'

/** What the pages of a project's settings ask for; no vendor opens them, whatever they hold. */
const NEEDED = {
  general: 'PROJECT_EDIT_DETAILS', members: 'PROJECT_MEMBERS_MANAGE', roles: 'PROJECT_ROLES_ADMINISTRATE', permissions: 'PROJECT_ROLES_ADMINISTRATE',
} as const satisfies Record<string, Permission>
export type SettingsPage = keyof typeof NEEDED
export const SETTINGS_PAGES = Object.keys(NEEDED) as readonly SettingsPage[]

export const mayOpenSettings = ({ relation, permissions }: Pick<ProjectActor, 'relation' | 'permissions'>, page: SettingsPage): boolean =>
  relation !== 'vendor' && permissions.includes(NEEDED[page])
