import { Trans } from '@lingui/react/macro'
import type { ProjectSummary } from '#schema/api/sync.ts'
import type { Deadline, DeadlineExtension, Opening } from '#schema/entities/project.ts'
import { formatDate } from '#schema/rules/format.ts'
import { openingsOf } from '#schema/rules/project/opening.ts'
import { exactText } from '../../lib/time-text.ts'
import notice from '../../ui/feedback/notice.module.css'
import classes from './opening.module.css'

/**
 * Lists the openings of sealed answers and the extensions of the deadline, newest first, for
 * requestors and vendors alike.
 */
export function OpeningNotices({ project }: { project: ProjectSummary }) {
  const openings = openingsOf(project).toReversed()
  const extensions = (project.deadlineExtensions ?? []).toReversed()
  return (
    <>
      {openings.map((opening) => (
        <OpeningNotice key={opening.at} opening={opening} />
      ))}
      {extensions.map((extension) => (
        <ExtensionNotice key={extension.on} extension={extension} />
      ))}
    </>
  )
}

function OpeningNotice({ opening }: { opening: Opening }) {
  const at = exactText(opening.at)
  if (opening.kind === 'deadline') {
    return (
      <p className={notice.notice} data-tone="done">
        <Trans>The sealed answers were opened at the deadline, on {at}.</Trans>
      </p>
    )
  }
  const [asker, second] = [opening.askedBy.name, opening.confirmedBy.name]
  return (
    <div className={notice.notice}>
      <p className={classes.line}>
        <strong>
          <Trans>Opened before the deadline</Trans>
        </strong>
        {' · '}
        <Trans>
          on {at} by {asker} and {second}:
        </Trans>
      </p>
      <blockquote className={classes.quote}>{opening.reason}</blockquote>
    </div>
  )
}

const dayOf = ({ date, zone }: Deadline): string => `${formatDate(date)}, ${zone}`

function ExtensionNotice({ extension: { from, to, reason } }: { extension: DeadlineExtension }) {
  const [former, next] = [dayOf(from), dayOf(to)]
  return (
    <div className={notice.notice} data-tone="done">
      <p className={classes.line}>
        <strong>
          <Trans>Deadline extended</Trans>
        </strong>
        {' · '}
        <Trans>
          from {former} to {next}:
        </Trans>
      </p>
      <blockquote className={classes.quote}>{reason}</blockquote>
    </div>
  )
}
