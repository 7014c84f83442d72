import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconFolders } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { formatDate } from '#schema/rules/format.ts'
import { useHome } from '../../lib/home-list.ts'
import { useProjectState } from '../../lib/project-store.ts'
import { useSession } from '../../lib/session.ts'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { Page } from '../../ui/pages/page.tsx'
import { WithAvatar } from '../../ui/elements/avatar.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { MyPartsList } from './my-parts-list.tsx'
import { nextDocument } from './next-document.ts'
import { ProjectPill } from './project-pill.tsx'
import { SubmittedBar, useSubmittedText } from './submitted-count.tsx'
import { sumCounts, useProgress } from './use-progress.ts'
import classes from './vendor-projects-page.module.css'

/** The projects that a vendor answers, nearest deadline first. */
export function VendorProjectsPage() {
  const { t } = useLingui()
  const session = useSession()
  const { projects, isLoading } = useHome()
  const isAnswerable = (project: ProjectSummary) => Number(project.state === 'PUBLISHED')
  const sorted = projects.toSorted(
    (a, b) =>
      isAnswerable(b) - isAnswerable(a) ||
      (a.deadlineAt ?? Infinity) - (b.deadlineAt ?? Infinity) ||
      b.updatedOn - a.updatedOn,
  )
  return (
    <Page title={t`Projects`}>
      {isLoading && projects.length === 0 ? (
        <Skeleton />
      ) : projects.length === 0 ? (
        <EmptyState icon={<IconFolders size={20} />} title={t`No projects yet`}>
          {session?.isPrimaryContact === false ? (
            <Trans>
              Projects appear here when an organization publishes them and your primary contact lets
              you see them.
            </Trans>
          ) : (
            <Trans>Projects appear here when an organization publishes them for you.</Trans>
          )}
        </EmptyState>
      ) : (
        <ul className={classes.cards}>
          {sorted.map((project) => (
            <li key={project.id}>
              <VendorProjectCard project={project} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

function VendorProjectCard({ project }: { project: ProjectSummary }) {
  const { t } = useLingui()
  const { status } = useProjectState(project.id)
  const packages = useProgress(project.id, true)
  const counts = sumCounts(packages ?? [])
  const { total, answered, submitted, waiting } = counts
  const submittedText = useSubmittedText(counts)
  const next = nextDocument(packages ?? [])
  const isOpen = project.state === 'PUBLISHED'
  const detail = `/project/${project.id}/detail`
  const answering =
    answered === 0
      ? t`Start answering`
      : submitted + waiting === total
        ? t`View answers`
        : t`Continue`
  return (
    <article className={classes.card} aria-label={project.name}>
      <div className={classes.head}>
        <h2>
          <WithAvatar picture={project.avatar} name={project.name} kind="place">
            <Link to={detail}>{project.name}</Link>
          </WithAvatar>
        </h2>
        <ProjectPill project={project} />
      </div>
      <p className={classes.by}>
        {project.organizationName}
        {project.deadline !== null && (
          <>
            {' '}
            ·{' '}
            <Trans>
              ends {formatDate(project.deadline.date)} at midnight, {project.deadline.zone}
            </Trans>
          </>
        )}
      </p>
      {status === 'ready' && total > 0 ? (
        <div className={classes.progress}>
          <SubmittedBar counts={counts} />
          <p>
            <strong>{submittedText}</strong> <span>{t`${answered} answered`}</span>
          </p>
        </div>
      ) : (
        <p className={classes.by} role="status">
          {status === 'loading' || (status === 'ready' && packages === null)
            ? t`Loading`
            : status === 'denied'
              ? t`You cannot open this project now. See the overview for the reason.`
              : t`No requirements yet`}
        </p>
      )}
      {status === 'ready' && <MyPartsList projectId={project.id} />}
      <div className={classes.actions}>
        {next !== null && isOpen && (
          <Button
            component={Link}
            to={`/project/${project.id}/documents/${next.document.id}`}
            aria-label={t`${answering}: ${project.name}`}
          >
            {answering}
          </Button>
        )}
        <Button
          component={Link}
          variant="default"
          to={detail}
          aria-label={t`Overview: ${project.name}`}
        >{t`Overview`}</Button>
      </div>
    </article>
  )
}
