import { Trans, useLingui } from '@lingui/react/macro'
import { IconFolders } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useHome } from '../../lib/home-list.ts'
import { useRecentPlaces, type RecentPlace } from '../../lib/recent-places.ts'
import { useSession } from '../../lib/session.ts'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { Page } from '../../ui/pages/page.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import classes from './dashboard-page.module.css'
import { NeedsYouList } from './needs-you-list.tsx'
import { NewProjectButton } from './new-project-button.tsx'
import { PublishedProgress } from './published-progress.tsx'
import { useNow } from './use-now.ts'

const MINUTE_MS = 60_000
/**
 * Each shown project is opened to read its progress; opening many would fill the device's storage.
 */
const PROGRESS_SHOWN = 3

export function DashboardPage() {
  const { t } = useLingui()
  const { projects, isLoading } = useHome()
  const session = useSession()
  const now = useNow(MINUTE_MS)
  const [places] = useRecentPlaces()
  // Drop places of projects that the person can no longer read.
  const recent = places.filter(({ href }) =>
    projects.some((project) => href.startsWith(`/project/${project.id}/`)),
  )
  const published = projects
    .filter((project) => project.state === 'PUBLISHED')
    .toSorted((a, b) => (a.deadlineAt ?? Infinity) - (b.deadlineAt ?? Infinity))
  const morePublished = published.length - PROGRESS_SHOWN
  return (
    <Page title={t`Dashboard`} actions={<NewProjectButton />}>
      {isLoading && projects.length === 0 ? (
        <Skeleton />
      ) : projects.length === 0 ? (
        <EmptyState
          icon={<IconFolders size={20} />}
          title={t`Welcome, ${session?.name ?? ''}`}
          action={<NewProjectButton />}
        >
          <Trans>
            You are not a member of any project yet. Create one, or ask a project owner to add you.
          </Trans>
        </EmptyState>
      ) : (
        <div className={classes.columns}>
          <div>
            <NeedsYouList projects={projects} now={now} />
            {published.length > 0 && (
              <section className={classes.block} aria-labelledby="dashboard-progress">
                <h2 id="dashboard-progress">
                  <Trans>Incoming answers</Trans>
                </h2>
                {published.slice(0, PROGRESS_SHOWN).map((project) => (
                  <PublishedProgress key={project.id} project={project} />
                ))}
                {morePublished > 0 && (
                  <p className={classes.more}>
                    <Link
                      to="/projects"
                      search={{ state: 'PUBLISHED' }}
                    >{t`All published projects`}</Link>
                  </p>
                )}
              </section>
            )}
          </div>
          {recent.length > 0 && <RecentList recent={recent} />}
        </div>
      )}
    </Page>
  )
}

/**
 * Recently opened pages. The list is cleared at sign-out, so it is hidden until a page was opened.
 */
function RecentList({ recent }: { recent: readonly RecentPlace[] }) {
  return (
    <section className={classes.block} aria-labelledby="dashboard-recent">
      <h2 id="dashboard-recent">
        <Trans>Recently opened</Trans>
      </h2>
      <ul className={classes.recent}>
        {recent.map(({ href, title, where }) => (
          <li key={href}>
            <Link to={href}>
              <strong>{title}</strong>
              <span>{where}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
