import { Trans, useLingui } from '@lingui/react/macro'
import { IconFolders } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Moment } from '../../ui/elements/moment.tsx'
import { useHome } from '../../lib/home-list.ts'
import table from '../../ui/elements/data-table.module.css'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { WithAvatar } from '../../ui/elements/avatar.tsx'
import { Page } from '../../ui/pages/page.tsx'
import { OrganizationTabs } from './organization-tabs.tsx'
import classes from './organization.module.css'
import { Pager } from './pager.tsx'
import { usePage } from './use-page.ts'

/** The organization's projects that the person may see, read from this device. */
export function OrganizationProjectsPage({ organizationId }: { organizationId: number }) {
  const { i18n, t } = useLingui()
  const projects = useHome().projects.filter((project) => project.organizationId === organizationId)
  const page = usePage()
  const { pageNumber, pageSize } = page
  return (
    <Page
      title={t`Organization projects`}
      toolbar={<OrganizationTabs organizationId={organizationId} />}
      isFlush
    >
      <div className={classes.body}>
        {projects.length === 0 ? (
          <EmptyState icon={<IconFolders size={20} />} title={t`No projects yet`}>
            <Trans>Projects you are a member of appear here.</Trans>
          </EmptyState>
        ) : (
          <>
            <table className={table.table} data-cards>
              <thead>
                <tr>
                  <th scope="col">
                    <Trans>Project</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Owner</Trans>
                  </th>
                  <th scope="col" className={table.number}>
                    <Trans>Requirements</Trans>
                  </th>
                  <th scope="col">
                    <Trans>Changed</Trans>
                  </th>
                </tr>
              </thead>
              <tbody>
                {projects
                  .slice(pageNumber * pageSize, (pageNumber + 1) * pageSize)
                  .map((project) => (
                    <tr key={project.id}>
                      <th scope="row" className={table.main}>
                        <WithAvatar picture={project.avatar} name={project.name} kind="place">
                          <Link to="/project/$id/detail" params={{ id: project.id }}>
                            {project.name}
                          </Link>
                        </WithAvatar>
                      </th>
                      <td className={table.dim} data-label={t`Owner`}>
                        {project.ownerName}
                      </td>
                      <td className={table.number} data-label={t`Requirements`}>
                        {project.requirementCount.toLocaleString(i18n.locale)}
                      </td>
                      <td className={`${table.dim} ${table.nowrap}`} data-label={t`Changed`}>
                        <Moment at={project.updatedOn} />
                      </td>
                    </tr>
                  ))}
              </tbody>
            </table>
            <Pager page={page} total={projects.length} />
          </>
        )}
      </div>
    </Page>
  )
}
