import { Trans, useLingui } from '@lingui/react/macro'
import { IconArrowRight, IconCircleCheck, IconFolders } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useHome } from '../../lib/project-store.ts'
import { useRecentPlaces, type RecentPlace } from '../../lib/recent-places.ts'
import { useSession } from '../../lib/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { findAttention, type Attention } from './attention.ts'
import classes from './dashboard-page.module.css'
import { ProjectPill } from './project-pill.tsx'
import { PublishedProgress } from './published-progress.tsx'
import { useNow } from './use-now.ts'

const MINUTE_MS = 60_000
/** Each shown project is opened for its progress; more than a few would fill the device. */
const PROGRESS_SHOWN = 3

export function DashboardPage() {
  const { t } = useLingui()
  const { projects, isLoading } = useHome()
  const session = useSession()
  const now = useNow(MINUTE_MS)
  const [places] = useRecentPlaces()
  const attention = useMemo(() => findAttention(projects, now), [projects, now])
  // What the person has lost the right to is not named any more.
  const recent = places.filter(({ href }) => projects.some((project) => href.startsWith(`/project/${project.id}/`)))
  const published = projects
    .filter((project) => project.state === 'PUBLISHED')
    .toSorted((a, b) => (a.deadlineAt ?? Infinity) - (b.deadlineAt ?? Infinity))
  const morePublished = published.length - PROGRESS_SHOWN
  return (
    <Page title={t`Dashboard`}>
      {isLoading && projects.length === 0 ? <Skeleton /> : projects.length === 0 ? (
        <EmptyState
          icon={<IconFolders size={20} />} title={t`Welcome, ${session?.name ?? ''}`}
          action={<Link to="/projects">{t`Go to the projects`}</Link>}
        >
          <Trans>You are not a member of any project yet. Create one, or ask a project owner to add you.</Trans>
        </EmptyState>
      ) : (
        <div className={classes.columns}>
          <div>
            <AttentionList attention={attention} />
            {published.length > 0 && (
              <section className={classes.block} aria-labelledby="dashboard-progress">
                <h2 id="dashboard-progress"><Trans>Incoming answers</Trans></h2>
                {published.slice(0, PROGRESS_SHOWN).map((project) => <PublishedProgress key={project.id} project={project} />)}
                {morePublished > 0 && (
                  <p className={classes.more}><Link to="/projects" search={{ state: 'PUBLISHED' }}>{t`All published projects`}</Link></p>
                )}
              </section>
            )}
          </div>
          <RecentList recent={recent} />
        </div>
      )}
    </Page>
  )
}

function AttentionList({ attention }: { attention: readonly Attention[] }) {
  const { i18n, t } = useLingui()
  return (
    <section className={classes.block} aria-labelledby="dashboard-attention">
      <h2 id="dashboard-attention"><Trans>Needs you</Trans></h2>
      {attention.length === 0 ? (
        <p className={classes.calm}><IconCircleCheck size={17} aria-hidden /> {t`You're all caught up.`}</p>
      ) : (
        <ul className={classes.cards}>
          {attention.map(({ project, tone, text, href }) => (
            <li key={project.id}>
              <Link to={href} className={classes.card} data-tone={tone}>
                <span className={classes.cardText}>
                  <strong>{project.name}</strong>
                  <span>{i18n._(text)}</span>
                </span>
                <ProjectPill project={project} />
                <IconArrowRight size={15} aria-hidden className={classes.arrow} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function RecentList({ recent }: { recent: readonly RecentPlace[] }) {
  const { t } = useLingui()
  return (
    <section className={classes.block} aria-labelledby="dashboard-recent">
      <h2 id="dashboard-recent"><Trans>Continue where you left off</Trans></h2>
      {recent.length === 0 ? <p className={classes.calm}>{t`Pages you open appear here.`}</p> : (
        <ul className={classes.recent}>
          {recent.map(({ href, title, where }) => (
            <li key={href}><Link to={href}><strong>{title}</strong><span>{where}</span></Link></li>
          ))}
        </ul>
      )}
    </section>
  )
}
