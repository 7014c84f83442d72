import { useLingui } from '@lingui/react/macro'
import { offeredRoles } from '#schema/tables/roles.ts'

export const PROJECT_ROLES = offeredRoles('project')

/** Names of the project roles. */
export const useProjectRoleNames = (): ((role: string) => string) => {
  const { t } = useLingui()
  const names: Readonly<Record<string, string>> = {
    'role-project-admin': t`Administrator`,
    'role-project-req-author': t`Author`,
    'role-project-req-colaborator': t`Collaborator`,
    'role-project-req-reviewer': t`Reviewer`,
    'role-project-req-approver': t`Approver`,
  }
  return (role) => names[role] ?? role
}

export const useRoleDescriptions = (): ((role: string) => string) => {
  const { t } = useLingui()
  const texts: Readonly<Record<string, string>> = {
    'role-project-admin': t`Can change everything in the project, including members and roles.`,
    'role-project-req-author': t`Can edit packages, documents and requirements.`,
    'role-project-req-colaborator': t`Can edit the packages and documents assigned to them.`,
    'role-project-req-reviewer': t`Can read everything and take part in discussions.`,
    'role-project-req-approver': t`Can read everything, attach files and override answers in the evaluation.`,
  }
  return (role) => texts[role] ?? ''
}
