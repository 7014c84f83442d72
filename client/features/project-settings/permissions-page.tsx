import { Trans, useLingui } from '@lingui/react/macro'
import { IconCheck } from '@tabler/icons-react'
import { PERMISSIONS, type Permission } from '#schema/tables/permissions.ts'
import { roleHolds } from '#schema/tables/roles.ts'
import { Page } from '../../ui/pages/page.tsx'
import classes from './members.module.css'
import { PROJECT_ROLES, useProjectRoleNames } from './project-roles.ts'
import parts from '../../ui/fields/form-parts.module.css'

/** The permissions that count from project roles. PROJECT_EDIT counts from roles of the organization. */
const IN_PROJECTS = PERMISSIONS.filter(
  (permission) =>
    permission !== 'PROJECT_EDIT' && PROJECT_ROLES.some((role) => roleHolds(role, permission)),
)

const usePermissionNames = (): ((permission: Permission) => string) => {
  const { t } = useLingui()
  const names: { readonly [P in Permission]?: string } = {
    VENDOR_BROWSE: t`See the organization's vendors`,
    VENDOR_CONTACT_INVITE: t`Invite vendor contacts`,
    PROJECT_BROWSE: t`See the project`,
    PROJECT_CONTENT_ALL_WRITE: t`Edit all content`,
    PROJECT_CONTENT_ASSIGNED_WRITE: t`Edit assigned content`,
    PROJECT_CONTENT_ASSIGNED_REMOVE: t`Delete assigned items`,
    ATTACHMENT_CREATE: t`Attach files`,
    SC_OVERRIDE: t`Override answers`,
    SC_BROWSE: t`See answers once they are open`,
    PROJECT_VERSIONS_BROWSE: t`See earlier versions`,
    QA_BROWSE: t`Questions and answers`,
    PP_BROWSE: t`Pain points`,
    DISCUSSION_BROWSE: t`Discussions`,
    PROJECT_EDIT_DETAILS: t`Change settings`,
    PROJECT_MEMBERS_MANAGE: t`Manage members`,
    PROJECT_ROLES_ADMINISTRATE: t`Assign roles`,
  }
  return (permission) => names[permission] ?? permission
}

/** Shows what each role may do. Read-only, since roles are the same in every project. */
export function PermissionsPage() {
  const { t } = useLingui()
  const nameOfRole = useProjectRoleNames()
  const nameOf = usePermissionNames()
  return (
    <Page title={t`Permissions`}>
      <p className={parts.lead}>
        <Trans>
          What each role can do. The owner can do everything an administrator can, and change the
          owner.
        </Trans>
      </p>
      <div
        className={classes.scroll}
        tabIndex={0}
        role="region"
        aria-label={t`Roles and their permissions`}
      >
        <table className={classes.matrix}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Permission</Trans>
              </th>
              {PROJECT_ROLES.map((role) => (
                <th key={role} scope="col">
                  {nameOfRole(role)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {IN_PROJECTS.map((permission) => (
              <tr key={permission}>
                <th scope="row">{nameOf(permission)}</th>
                {PROJECT_ROLES.map((role) => (
                  <td key={role}>
                    {roleHolds(role, permission) ? (
                      <span className={classes.held}>
                        <IconCheck size={15} aria-hidden />
                        <span className="visually-hidden">{t`yes`}</span>
                      </span>
                    ) : (
                      <span className={classes.lacks}>
                        <span aria-hidden>·</span>
                        <span className="visually-hidden">{t`no`}</span>
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Page>
  )
}
