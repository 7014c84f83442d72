import { Trans, useLingui } from '@lingui/react/macro'
import { restrictions } from '#schema/api/users-service/vendors.ts'
import type { ProjectVendor } from '#schema/entities/project.ts'
import { api, callsOf } from '../../lib/api.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import table from '../../ui/elements/data-table.module.css'
import { StatePill } from '../../ui/elements/state-pill.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import classes from './vendor-progress.module.css'

const calls = callsOf(restrictions)

interface VendorAccessDialogProps {
  vendor: ProjectVendor
  onClose: () => void
}

/** Shows the team who of a vendor sees which packages. The vendor's primary contact decides it. */
export function VendorAccessDialog({ vendor, onClose }: VendorAccessDialogProps) {
  const { t } = useLingui()
  const { projectId, vendorId, name } = vendor
  const loaded = useRemote(`${projectId} ${vendorId}`, async () => {
    const [access, packages] = await Promise.all([
      calls.get({ params: { id: projectId, vendorId: String(vendorId) } }),
      api.projects.packages({ params: { id: projectId } }),
    ])
    return { access, packages }
  })
  return (
    <Dialog onClose={onClose} size="lg" title={t`Access of ${name}`}>
      <p>
        <Trans>The primary contact of the vendor decides what its other contacts see.</Trans>
      </p>
      <RemotePart remote={loaded}>
        {({ access, packages }) =>
          access.contacts.length === 0 ? (
            <p>
              <Trans>No contacts yet</Trans>
            </p>
          ) : (
            <table className={`${table.table} ${classes.access}`}>
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Contact</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Sees</Trans>
                  </th>
                </tr>
              </thead>
              <tbody>
                {access.contacts.map((contact) => (
                  <tr key={contact.userId}>
                    <th scope="row" className={classes.name}>
                      {contact.name}{' '}
                      {contact.isPrimaryContact && <StatePill>{t`Primary contact`}</StatePill>}
                      {!contact.isActive && <StatePill tone="amber">{t`Not active`}</StatePill>}
                    </th>
                    <td>
                      <Seen
                        packages={packages}
                        packageIds={
                          contact.isPrimaryContact
                            ? null
                            : access.users.find(({ userId }) => userId === contact.userId)
                                ?.packageIds
                        }
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </RemotePart>
    </Dialog>
  )
}

interface SeenProps {
  packages: readonly { id: string; name: string }[]
  /** Null = all; undefined = the contact does not see the project. */
  packageIds: readonly string[] | null | undefined
}

function Seen({ packages, packageIds }: SeenProps) {
  if (packageIds === null) return <Trans>All packages</Trans>
  const seen = packages.filter(({ id }) => packageIds?.includes(id) === true)
  if (packageIds === undefined) return <Trans>No access to the project</Trans>
  if (seen.length === 0) return <Trans>No package</Trans>
  return seen.map(({ name }) => name).join(', ')
}
