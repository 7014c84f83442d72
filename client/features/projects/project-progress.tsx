import { Trans, useLingui } from '@lingui/react/macro'
import { IconBox } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import classes from './project-detail-page.module.css'
import { SubmittedBar } from './submitted-count.tsx'
import { useProgress, type Counts } from './use-progress.ts'

/**
 * Packages and documents with their numbers of requirements; a vendor also sees its own progress.
 */
export function ProjectProgress({ projectId, isVendor }: { projectId: string; isVendor: boolean }) {
  const { t } = useLingui()
  const packages = useProgress(projectId, isVendor)
  if (packages === null) return <p role="status">{t`Loading`}</p>
  if (packages.length === 0) {
    return (
      <EmptyState
        icon={<IconBox size={20} />}
        title={t`No packages yet`}
        action={
          isVendor ? undefined : (
            <Link
              to="/project/$id/packages"
              params={{ id: projectId }}
            >{t`Go to the packages`}</Link>
          )
        }
      >
        {!isVendor && <Trans>Add a package, then documents with requirements.</Trans>}
      </EmptyState>
    )
  }
  return (
    <table className={classes.tree}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Document</Trans>
          </th>
          {isVendor && (
            <th scope="col" className={classes.bar}>
              <span className="visually-hidden">{t`Progress`}</span>
            </th>
          )}
          <th scope="col" className={classes.number}>
            {isVendor ? <Trans>Submitted</Trans> : <Trans>Requirements</Trans>}
          </th>
        </tr>
      </thead>
      {packages.map((row) => (
        <tbody key={row.package.id}>
          <tr className={classes.package}>
            <th scope="rowgroup">{row.package.name}</th>
            <Numbers counts={row} isVendor={isVendor} />
          </tr>
          {row.documents.map((entry) => (
            <tr key={entry.document.id} className={classes.document}>
              <th scope="row">
                <Link
                  to="/project/$id/documents/$documentId"
                  params={{ id: projectId, documentId: entry.document.id }}
                >
                  <span className={classes.prefix}>{entry.document.prefix}</span>
                  {entry.document.name}
                </Link>
              </th>
              <Numbers counts={entry} isVendor={isVendor} />
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

function Numbers({ counts, isVendor }: { counts: Counts; isVendor: boolean }) {
  const { i18n, t } = useLingui()
  const { total, submitted, waiting, answered } = counts
  const drafts = answered - submitted - waiting
  if (!isVendor) return <td className={classes.number}>{total.toLocaleString(i18n.locale)}</td>
  return (
    <>
      <td className={classes.bar}>
        <SubmittedBar counts={counts} />
      </td>
      <td className={classes.number}>
        {t`${submitted} of ${total}`}
        {waiting > 0 && t`, ${waiting} waiting to be sent`}
        {drafts > 0 && t`, ${answered} answered`}
      </td>
    </>
  )
}
