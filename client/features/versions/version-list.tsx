import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ProjectVersion } from '#schema/entities/history.ts'
import { STATE_NAMES } from '#client/lib/state-names.ts'
import table from '#client/ui/elements/data-table.module.css'
import { Moment } from '#client/ui/elements/moment.tsx'
import { StatePill } from '#client/ui/elements/state-pill.tsx'
import classes from './versions-page.module.css'

interface VersionListProps {
  projectId: string
  versions: readonly ProjectVersion[]
  /** The project that is compared with this one. */
  comparedId: string | null
  onCompare: (projectId: string) => void
}

/** The versions of a project, newest first. One of them is compared with the open one. */
export function VersionList({ projectId, versions, comparedId, onCompare }: VersionListProps) {
  const { t, i18n } = useLingui()
  return (
    <table className={`${table.table} ${classes.versions}`} data-cards>
      <caption className="visually-hidden">{t`Versions`}</caption>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Version</Trans>
          </th>
          <th scope="col">
            <Trans>State</Trans>
          </th>
          <th scope="col">
            <Trans>Created</Trans>
          </th>
          <th scope="col">
            <Trans>Compare</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {versions.map(({ projectId: id, version, state, createdOn, isCurrent }) => (
          <tr key={id} aria-current={id === projectId ? 'true' : undefined}>
            <th scope="row" className={table.main}>
              <span className={classes.version}>
                <Link to="/project/$id/detail" params={{ id }}>
                  {version}
                </Link>
                {isCurrent && (
                  <StatePill tone="accent">
                    <Trans>Current version</Trans>
                  </StatePill>
                )}
              </span>
            </th>
            <td>{i18n._(STATE_NAMES[state])}</td>
            <td className={table.nowrap}>
              <Moment at={createdOn} />
            </td>
            <td className={table.nowrap}>
              {id === projectId ? (
                <span className={table.dim}>
                  <Trans>You are in this version</Trans>
                </span>
              ) : (
                <label className={classes.compare}>
                  <input
                    type="radio"
                    aria-label={t`Compare with version ${version}`}
                    name="compared-version"
                    checked={id === comparedId}
                    onChange={() => onCompare(id)}
                  />
                  <span>{t`Compare`}</span>
                </label>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
