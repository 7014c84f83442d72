import { Trans, useLingui } from '@lingui/react/macro'
import type { CalendarProject } from '#schema/rules/project/calendar.ts'
import { remainingTime } from '#schema/rules/project/deadline.ts'
import { formatDate } from '#schema/rules/format.ts'
import { minuteText } from '../../lib/time-text.ts'
import classes from './project-detail-page.module.css'
import { AddToCalendar } from './add-to-calendar.tsx'
import { useNow } from './use-now.ts'

const SECOND_MS = 1_000
const URGENT_DAYS = 3

/**
 * Shows the deadline in the project's and the viewer's time zone, with a countdown by the server's
 * clock.
 */
export function DeadlineFacts({ project }: { project: CalendarProject }) {
  const { t } = useLingui()
  const now = useNow(SECOND_MS)
  const { deadline, deadlineAt } = project
  if (deadline === null || deadlineAt === null) {
    return (
      <section>
        <h2>
          <Trans>Deadline</Trans>
        </h2>
        <p className={classes.hint}>
          <Trans>No deadline is set yet.</Trans>
        </p>
      </section>
    )
  }
  const { isOver, days, hours, minutes, seconds } = remainingTime(deadlineAt, now)
  const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const left =
    days > 0 ? t`${days} d ${hours} h ${minutes} min` : t`${hours} h ${minutes} min ${seconds} s`
  return (
    <section>
      <h2>
        <Trans>Deadline</Trans>
      </h2>
      {project.state === 'PUBLISHED' && (
        <p
          className={classes.countdown}
          data-urgent={days < URGENT_DAYS || undefined}
          role="timer"
          aria-live="off"
        >
          {isOver ? t`Passed` : left}
        </p>
      )}
      <dl className={classes.facts}>
        <dt>{deadline.zone}</dt>
        <dd>{t`${formatDate(deadline.date)}, midnight`}</dd>
        {viewerZone !== deadline.zone && (
          <>
            <dt>
              <Trans>Your time</Trans>
            </dt>
            <dd>{minuteText(deadlineAt)}</dd>
          </>
        )}
      </dl>
      <AddToCalendar project={project} />
    </section>
  )
}
