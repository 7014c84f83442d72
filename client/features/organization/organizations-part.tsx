import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { LIMITS } from '#schema/tables/limits.ts'
import { formatDate } from '#schema/rules/format.ts'
import { useRemote } from '../../lib/use-remote.ts'
import table from '../../ui/data-table.module.css'
import { RemotePart } from '../../ui/remote-part.tsx'
import { administrationCalls } from './calls.ts'
import { NewOrganization } from './new-organization.tsx'
import { Pager } from './pager.tsx'
import classes from './organization.module.css'

/** Every requestor organization, and a new one. */
export function OrganizationsPart() {
  const { t } = useLingui()
  const [pageNumber, setPage] = useState(0)
  const found = useRemote(String(pageNumber), () => administrationCalls.organizations({ query: { pageNumber: String(pageNumber), pageSize: String(LIMITS.pageSize) } }))
  return (
    <>
      <div className={classes.filters}><NewOrganization onCreated={found.reload} /></div>
      <RemotePart remote={found}>
        {({ items, total, pageSize }) => (
          <>
            <table className={table.table} data-cards>
              <thead>
                <tr>
                  <th scope="col"><Trans>Organization</Trans></th><th scope="col" className={table.number}><Trans>Members</Trans></th><th scope="col" className={table.number}><Trans>Vendors</Trans></th>
                  <th scope="col" className={table.number}><Trans>Projects</Trans></th><th scope="col"><Trans>Since</Trans></th>
                </tr>
              </thead>
              <tbody>
                {items.map((one) => (
                  <tr key={one.id}>
                    <td className={table.main}><Link to="/organization/$id/members" params={{ id: String(one.id) }}>{one.name}</Link></td>
                    <td className={table.number} data-label={t`Members`}>{one.members}</td>
                    <td className={table.number} data-label={t`Vendors`}>{one.vendors}</td>
                    <td className={table.number} data-label={t`Projects`}>{one.projects}</td>
                    <td className={`${table.dim} ${table.nowrap}`} data-label={t`Since`}>{formatDate(one.createdOn)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <Pager pageNumber={pageNumber} pageSize={pageSize} total={total} onPage={setPage} />
          </>
        )}
      </RemotePart>
    </>
  )
}
