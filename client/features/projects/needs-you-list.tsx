import { Trans, useLingui } from '@lingui/react/macro'
import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import type { Waiting } from '#schema/api/projects-service/project-replies.ts'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { minuteText } from '../../lib/time-text.ts'
import { useSession } from '../../lib/session.ts'
import { findAttention, type Attention } from './attention.ts'
import classes from './dashboard-page.module.css'
import { ProjectPill } from './project-pill.tsx'
import { useWaiting } from './use-waiting.ts'
import { WAITING_WORDS } from './waiting-words.tsx'

interface Line {
  key: string
  tone: Attention['tone']
  words: ReactNode
  href: string
}
interface Group {
  project: ProjectSummary
  lines: Line[]
}

/** Lists what the person has to do, by project, with a link to each task. */
export function NeedsYouList({
  projects,
  now,
}: {
  projects: readonly ProjectSummary[]
  now: number
}) {
  const { t } = useLingui()
  const { items, staleSince } = useWaiting()
  const groups = useGroups(projects, items, now)
  return (
    <section className={classes.block} aria-labelledby="dashboard-attention">
      <h2 id="dashboard-attention">
        <Trans>Needs you</Trans>
      </h2>
      {groups.length === 0 ? (
        <Calm staleSince={staleSince} />
      ) : (
        <ul className={classes.cards}>
          {groups.map(({ project, lines }) => (
            <li key={project.id} className={classes.card}>
              <div className={classes.cardHead}>
                <Link to="/project/$id/detail" params={{ id: project.id }}>
                  {project.name}
                </Link>
                <ProjectPill project={project} />
              </div>
              <ul aria-label={project.name} className={classes.lines}>
                {lines.map(({ key, tone, words, href }) => (
                  <li key={key}>
                    <Link to={href} className={classes.line} data-tone={tone}>
                      <span>{words}</span>
                      <IconArrowRight size={15} aria-hidden className={classes.arrow} />
                    </Link>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
      {groups.length > 0 && staleSince !== null && staleSince > 0 && (
        <p className={classes.stale}>{t`As of ${minuteText(staleSince)}`}</p>
      )}
    </section>
  )
}

/** Shows that nothing is waiting; claims it only if the server's answer is current. */
function Calm({ staleSince }: { staleSince: number | null }) {
  const { t } = useLingui()
  const caughtUp = staleSince === null
  return (
    <p className={classes.calm} role="status">
      {caughtUp && <IconCircleCheck size={17} aria-hidden />}
      {caughtUp
        ? t`You're all caught up.`
        : staleSince === 0
          ? t`Questions, invitations and approvals show here once you are connected.`
          : t`Nothing was open on ${minuteText(staleSince)}.`}
    </p>
  )
}

const useGroups = (
  projects: readonly ProjectSummary[],
  items: readonly Waiting[],
  now: number,
): Group[] => {
  const { i18n } = useLingui()
  const organizationId = useSession()?.organizationId ?? 0
  return useMemo(() => {
    const byState = new Map(findAttention(projects, now).map((found) => [found.project.id, found]))
    const waiting = Map.groupBy(items, ({ projectId }) => projectId)
    return projects
      .map((project) => {
        const state = byState.get(project.id)
        const stateLine =
          state === undefined
            ? []
            : [{ key: 'state', tone: state.tone, words: i18n._(state.text), href: state.href }]
        return {
          project,
          lines: [...linesOf(waiting.get(project.id) ?? [], organizationId), ...stateLine],
        }
      })
      .filter(({ lines }) => lines.length > 0)
      .toSorted((a, b) => urgency(a) - urgency(b) || dueOf(a) - dueOf(b))
  }, [projects, items, now, organizationId, i18n])
}

const KINDS = Object.keys(WAITING_WORDS)
const linesOf = (items: readonly Waiting[], organizationId: number): Line[] =>
  items
    .toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
    .map(({ kind, count, projectId }) => {
      const { tone, words, href } = WAITING_WORDS[kind]
      return { key: kind, tone, words: words(count), href: href(projectId, organizationId) }
    })

const TONES: readonly Attention['tone'][] = ['red', 'amber', 'accent']
const urgency = ({ lines }: Group): number =>
  Math.min(...lines.map(({ tone }) => TONES.indexOf(tone)))
const dueOf = ({ project }: Group): number => project.deadlineAt ?? Infinity
