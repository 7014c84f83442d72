import type { ProjectActor } from '../../mutations/mutation.ts'

/**
 * Tells who may share a view of a table with their side: requestors who may edit content, and all
 * vendor contacts, because all of them answer.
 */
export const mayShareViews = ({
  relation,
  permissions,
}: Pick<ProjectActor, 'relation' | 'permissions'>): boolean =>
  relation !== 'collaborator' ||
  permissions.includes('PROJECT_CONTENT_ALL_WRITE') ||
  permissions.includes('PROJECT_CONTENT_ASSIGNED_WRITE')
