import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Project } from '#schema/entities/project.ts'
import { remainingTime, type RemainingTime } from '#schema/rules/project/deadline.ts'
import { formatDate } from '#schema/rules/format.ts'
import { openingsOf } from '#schema/rules/project/opening.ts'
import { StatePill } from '../../ui/elements/state-pill.tsx'
import { deadlineEnd } from './deadline-end.ts'
import { STATES } from './state-names.ts'
import { useNow } from './use-now.ts'

const MINUTE_MS = 60_000
const URGENT_DAYS = 3

interface ProjectPillProps {
  project: Pick<Project, 'state' | 'deadline' | 'deadlineAt' | 'openings'>
  /** Also show the date; used in the header, where there is space. */
  withDate?: boolean
}

/** Shows the state, for example "Published · 12 days left, ends 02.12.2026 at midnight". */
export function ProjectPill({ project, withDate = false }: ProjectPillProps) {
  const { i18n, t } = useLingui()
  const now = useNow(MINUTE_MS)
  const { name, tone } = STATES[project.state]
  const { deadline, deadlineAt } = project
  if (project.state !== 'PUBLISHED' || deadline === null || deadlineAt === null)
    return <StatePill tone={tone}>{i18n._(name)}</StatePill>
  const left = remainingTime(deadlineAt, now)
  const date = formatDate(deadline.date)
  return (
    <>
      <StatePill
        tone={left.days < URGENT_DAYS ? 'amber' : tone}
        title={t`Ends ${date} at midnight, ${deadline.zone}`}
      >
        {i18n._(name)} · <TimeLeft left={left} />
        {withDate && !left.isOver && `, ${deadlineEnd(deadline, deadlineAt)}`}
      </StatePill>
      {withDate && openingsOf(project).length > 0 && (
        <>
          {' '}
          <StatePill tone="amber">{t`Answers were opened`}</StatePill>
        </>
      )}
    </>
  )
}

/** The remaining time in its largest unit, counted like the countdown on the overview page. */
function TimeLeft({ left: { isOver, days, hours, minutes } }: { left: RemainingTime }) {
  if (isOver) return <Trans>deadline passed</Trans>
  if (days > 0) return <Plural value={days} one="# day left" other="# days left" />
  if (hours > 0) return <Plural value={hours} one="# hour left" other="# hours left" />
  if (minutes > 0) return <Plural value={minutes} one="# minute left" other="# minutes left" />
  return <Trans>less than a minute left</Trans>
}
