import { useLingui } from '@lingui/react/macro'
import { offeredRoles } from '#schema/tables/roles.ts'

export const PROJECT_ROLES = offeredRoles('project')

/** Names of the roles that one can have in a project. */
export const useRoleNames = (): ((role: string) => string) => {
  const { t } = useLingui()
  const names: Readonly<Record<string, string>> = {
    'role-project-admin': t`Administrator`, 'role-project-req-author': t`Author`, 'role-project-req-colaborator': t`Collaborator`, 'role-project-req-reviewer': t`Reviewer`,
    'role-project-req-approver': t`Approver`,
  }
  return (role) => names[role] ?? role
}

export const useRoleDescriptions = (): ((role: string) => string) => {
  const { t } = useLingui()
  const texts: Readonly<Record<string, string>> = {
    'role-project-admin': t`Changes everything in the project, its members and their roles.`, 'role-project-req-author': t`Writes packages, documents and requirements.`,
    'role-project-req-colaborator': t`Writes in the packages and documents that are theirs.`, 'role-project-req-reviewer': t`Reads everything and takes part in discussions.`,
    'role-project-req-approver': t`Reads everything, attaches files and overrides answers in the evaluation.`,
  }
  return (role) => texts[role] ?? ''
}
