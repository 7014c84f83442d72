import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { formatDate } from '#schema/rules/format.ts'
import { useRemote } from '../../lib/use-remote.ts'
import table from '../../ui/elements/data-table.module.css'
import { ExportSeenButton } from '../../ui/elements/export-seen-button.tsx'
import { WithAvatar } from '../../ui/elements/avatar.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { administrationCalls } from './calls.ts'
import { NewOrganization } from './new-organization.tsx'
import { PagedTable } from './paged-table.tsx'
import { readSeen } from './read-seen.ts'
import { shownOf } from './shown-of.ts'
import { usePage } from './use-page.ts'
import classes from './organization.module.css'

/** Lists all requestor organizations and creates new ones. */
export function OrganizationsPart() {
  const { t } = useLingui()
  const page = usePage()
  const { pageNumber, pageSize } = page
  const found = useRemote(`${pageNumber} ${pageSize}`, () =>
    administrationCalls.organizations({
      query: { pageNumber: String(pageNumber), pageSize: String(pageSize) },
    }),
  )
  const heads = [
    { label: t`Organization` },
    { label: t`Members`, isNumber: true },
    { label: t`Vendors`, isNumber: true },
    { label: t`Projects`, isNumber: true },
    { label: t`Since` },
  ]
  return (
    <>
      <div className={classes.filters}>
        <NewOrganization onCreated={found.reload} />
        <ExportSeenButton read={readSeen.organizations({ shown: shownOf(found) })} />
      </div>
      <RemotePart remote={found}>
        {({ items, total }) => (
          <PagedTable page={page} total={total} heads={heads}>
            {items.map((one) => (
              <tr key={one.id}>
                <th scope="row" className={table.main}>
                  <WithAvatar picture={one.avatar} name={one.name} kind="place">
                    <Link to="/organization/$id/members" params={{ id: String(one.id) }}>
                      {one.name}
                    </Link>
                  </WithAvatar>
                </th>
                <td className={table.number} data-label={t`Members`}>
                  {one.members}
                </td>
                <td className={table.number} data-label={t`Vendors`}>
                  {one.vendors}
                </td>
                <td className={table.number} data-label={t`Projects`}>
                  {one.projects}
                </td>
                <td className={`${table.dim} ${table.nowrap}`} data-label={t`Since`}>
                  {formatDate(one.createdOn)}
                </td>
              </tr>
            ))}
          </PagedTable>
        )}
      </RemotePart>
    </>
  )
}
