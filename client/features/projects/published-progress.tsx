import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { useProjectState } from '../../lib/project-store.ts'
import classes from './dashboard-page.module.css'
import { ProjectPill } from './project-pill.tsx'
import { VendorProgress } from './vendor-progress.tsx'

/**
 * The vendors' progress in a published project. Opens the project, so that the numbers update live.
 */
export function PublishedProgress({ project }: { project: ProjectSummary }) {
  const { t } = useLingui()
  const { status } = useProjectState(project.id)
  return (
    <article className={classes.progress} aria-label={project.name}>
      <div className={classes.progressHead}>
        <Link to="/project/$id/detail" params={{ id: project.id }}>
          {project.name}
        </Link>
        <ProjectPill project={project} />
      </div>
      {status === 'ready' ? (
        <VendorProgress projectId={project.id} />
      ) : (
        <p className={classes.calm} role="status">{t`Loading`}</p>
      )}
    </article>
  )
}
