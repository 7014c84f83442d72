import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { minuteText } from '../../lib/time-text.ts'
import { Moment } from '../../ui/elements/moment.tsx'
import { useLastVisit } from '../../lib/last-visit.ts'
import { useRows } from '../../lib/project-store.ts'
import { useSession } from '../../lib/session.ts'
import { changesSince } from './changes-since.ts'
import classes from './project-detail-page.module.css'

/** Shows what others changed since the person's last visit, from the rows on this device. */
export function ChangesSection({ projectId, isVendor }: { projectId: string; isVendor: boolean }) {
  const since = useLastVisit(projectId)
  return since === null ? null : <Changes projectId={projectId} since={since} isVendor={isVendor} />
}

function Changes({
  projectId,
  since,
  isVendor,
}: {
  projectId: string
  since: number
  isVendor: boolean
}) {
  const name = useSession()?.name ?? ''
  const documents = useRows(projectId, 'document', { projectId })
  const requirements = useRows(projectId, 'requirement', { projectId })
  // For requestors, skip the answers of all vendors, which can be many and have a page of their
  // own.
  const commitments = useRows(projectId, 'commitment', { projectId: isVendor ? projectId : '' })
  const changes = useMemo(
    () => changesSince({ documents, requirements, commitments }, { since, name }),
    [documents, requirements, commitments, since, name],
  )
  return (
    <section className={classes.block} aria-labelledby="detail-changes">
      <h2 id="detail-changes">
        <Trans>Since your last visit</Trans>
      </h2>
      <p className={classes.hint}>
        <Trans>Your last visit on this device ended {minuteText(since)}.</Trans>
      </p>
      {changes.length === 0 ? (
        <p className={classes.hint}>
          <Trans>No changes by others.</Trans>
        </p>
      ) : (
        <ul className={classes.changes}>
          {changes.map(({ documentId, requirements: changed, answers, latestOn }) => (
            <li key={documentId}>
              <Link to="/project/$id/documents/$documentId" params={{ id: projectId, documentId }}>
                {documents.find(({ id }) => id === documentId)?.name}
              </Link>
              <span className={classes.hint}>
                {changed > 0 && (
                  <Plural value={changed} one="# requirement" other="# requirements" />
                )}
                {changed > 0 && answers > 0 && ', '}
                {answers > 0 && <Plural value={answers} one="# answer" other="# answers" />}
                {' · '}
                <Trans>
                  last <Moment at={latestOn} />
                </Trans>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
