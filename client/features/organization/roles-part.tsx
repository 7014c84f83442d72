import { Trans, useLingui } from '@lingui/react/macro'
import { PERMISSIONS } from '#schema/tables/permissions.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { roleCalls } from './calls.ts'
import classes from './organization.module.css'
import { useRoleNames } from './role-names.ts'

/** Shows which role holds which permission. */
export function RolesPart() {
  const { t } = useLingui()
  const nameOf = useRoleNames()
  const roles = useRemote('roles', async () =>
    (await roleCalls.list({})).filter(({ id }) => id !== 'role-e2e-org-admin'),
  )
  return (
    <RemotePart remote={roles}>
      {(list) => (
        <div
          className={classes.scroll}
          role="region"
          aria-label={t`Roles and their permissions`}
          tabIndex={0}
        >
          <table className={classes.matrix}>
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Permission</Trans>
                </th>
                {list.map((role) => (
                  <th key={role.id} scope="col">
                    {nameOf(role.id)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {PERMISSIONS.map((permission) => (
                <tr key={permission}>
                  <th scope="row">{permission}</th>
                  {list.map((role) =>
                    role.permissions.includes(permission) ? (
                      <td key={role.id}>{t`yes`}</td>
                    ) : (
                      <td key={role.id} className={classes.lacks}>
                        <span aria-hidden>–</span>
                        <span className="visually-hidden">{t`no`}</span>
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </RemotePart>
  )
}
