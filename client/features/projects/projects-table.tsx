import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { formatDate } from '#schema/rules/format.ts'
import { Moment } from '../../ui/elements/moment.tsx'
import { WithAvatar } from '../../ui/elements/avatar.tsx'
import table from '../../ui/elements/data-table.module.css'
import { FavoriteButton } from './favorite-button.tsx'
import { ProjectPill } from './project-pill.tsx'
import { RestoredPill } from './restored-notice.tsx'
import classes from './projects-page.module.css'

export function ProjectsTable({ projects }: { projects: readonly ProjectSummary[] }) {
  const { i18n, t } = useLingui()
  return (
    <table className={table.table} data-cards>
      <thead>
        <tr>
          <th scope="col" className={classes.star}>
            <span className="visually-hidden">{t`Favourite`}</span>
          </th>
          <th scope="col">
            <Trans>Project</Trans>
          </th>
          <th scope="col">
            <Trans>Status</Trans>
          </th>
          <th scope="col">
            <Trans>Deadline</Trans>
          </th>
          <th scope="col" className={table.number}>
            <Trans>Requirements</Trans>
          </th>
          <th scope="col">
            <Trans>Owner</Trans>
          </th>
          <th scope="col">
            <Trans>Changed</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {projects.map((project) => (
          <tr key={project.id}>
            <td className={classes.star}>
              <FavoriteButton project={project} />
            </td>
            <th scope="row" className={table.main}>
              <WithAvatar picture={project.avatar} name={project.name} kind="place">
                <Link to="/project/$id/detail" params={{ id: project.id }}>
                  {project.name}
                </Link>{' '}
                {project.version !== '' && (
                  <span className={classes.version}>
                    <Trans>version {project.version}</Trans>
                  </span>
                )}
                {project.tags.length > 0 && (
                  <div className={classes.tags}>{project.tags.join(' · ')}</div>
                )}
              </WithAvatar>
            </th>
            <td>
              <ProjectPill project={project} />
              <RestoredPill project={project} />
            </td>
            <td className={table.nowrap} data-label={t`Ends`}>
              {project.deadline === null ? null : formatDate(project.deadline.date)}
            </td>
            <td className={table.number} data-label={t`Requirements`}>
              {project.requirementCount.toLocaleString(i18n.locale)}
            </td>
            <td className={table.dim} data-label={t`Owner`}>
              {project.ownerName}
            </td>
            <td className={`${table.dim} ${table.nowrap}`} data-label={t`Changed`}>
              <Moment at={project.updatedOn} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
