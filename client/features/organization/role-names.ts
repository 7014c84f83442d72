import { useLingui } from '@lingui/react/macro'

/** Names a role in the interface language; an unknown role keeps its id. */
export const useRoleNames = (): ((id: string) => string) => {
  const { t } = useLingui()
  const names: Record<string, string> = {
    'role-sys-admin': t`System administrator`,
    'role-sys-configurator': t`System configurator`,
    'role-org-owner': t`Organization owner`,
    'role-org-admin': t`Organization administrator`,
    'role-e2e-org-admin': t`Organization administrator`,
    'role-org-power-user': t`Power user`,
    'role-org-member-manager': t`Member manager`,
    'role-org-vendor-manager': t`Vendor manager`,
    'role-org-template-manager': t`Template manager`,
    'role-vendor-primary-contact': t`Primary contact`,
    'role-vendor-contact': t`Contact`,
    'role-project-admin': t`Project administrator`,
    'role-project-req-author': t`Author`,
    'role-project-req-colaborator': t`Collaborator`,
    'role-project-req-reviewer': t`Reviewer`,
    'role-project-req-approver': t`Approver`,
  }
  return (id) => names[id] ?? id
}
