import { Trans, useLingui } from '@lingui/react/macro'
import type { ProjectSummary } from '#schema/api/sync.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { seesLateAnswers } from '#schema/rules/late-answers.ts'
import { useProjectState } from '../../lib/project-store.ts'
import { Page } from '../../ui/page.tsx'
import { ChangesSection } from './changes-section.tsx'
import { DeadlineFacts } from './deadline-facts.tsx'
import { hasLateAnswers, LateAnswers } from './late-answers.tsx'
import { LifecycleActions } from './lifecycle-actions.tsx'
import classes from './project-detail-page.module.css'
import { OpeningNotices } from './opening-notices.tsx'
import { PendingOpening } from './opening-part.tsx'
import { ProjectFacts } from './project-facts.tsx'
import { ProjectProgress } from './project-progress.tsx'
import { PublishedWeights } from './published-weights.tsx'
import { useOpening } from './use-opening.ts'
import { VendorContinue } from './vendor-continue.tsx'
import { VendorProgress } from './vendor-progress.tsx'

/** Where the project stands, what comes next, and who is how far. */
export function ProjectDetailPage({ projectId }: { projectId: string }) {
  const { summary: project, actor } = useProjectState(projectId)
  return project === undefined || actor === undefined ? null : <Detail project={project} actor={actor} />
}

function Detail({ project, actor }: { project: ProjectSummary; actor: ProjectActor }) {
  const { t } = useLingui()
  const opening = useOpening(project)
  const projectId = project.id
  const isVendor = actor.relation === 'vendor'
  return (
    <Page
      title={project.name} isProjectRoot
      actions={isVendor ? <VendorContinue projectId={projectId} isOpen={project.state === 'PUBLISHED'} /> : (
        <LifecycleActions project={project} actor={actor} opening={opening} />
      )}
      toolbar={<span className={classes.version}>{project.version !== '' && t`Version ${project.version}`}</span>}
    >
      <div className={classes.columns}>
        <div>
          <PendingOpening project={project} opening={opening} />
          <OpeningNotices project={project} />
          {project.description !== '' && <p className={classes.description}>{project.description}</p>}
          {!isVendor && (
            <section className={classes.block} aria-labelledby="detail-vendors">
              <h2 id="detail-vendors"><Trans>Vendors</Trans></h2>
              {project.state === 'PUBLISHED' && project.sealed && (
                <p className={classes.hint}><Trans>The answers are sealed until Validation.</Trans></p>
              )}
              <VendorProgress projectId={projectId} />
              {hasLateAnswers(project.state) && seesLateAnswers(actor) && <LateAnswers projectId={projectId} state={project.state} />}
            </section>
          )}
          {isVendor && project.weightsPublished === true && (
            <PublishedWeights projectId={projectId} evaluation={project.evaluation} />
          )}
          <ChangesSection projectId={projectId} isVendor={isVendor} />
          <section className={classes.block} aria-labelledby="detail-progress">
            <h2 id="detail-progress">{isVendor ? <Trans>Your answers</Trans> : <Trans>Packages and documents</Trans>}</h2>
            <ProjectProgress projectId={projectId} isVendor={isVendor} />
          </section>
        </div>
        <aside className={classes.side} aria-label={t`Details`}>
          <DeadlineFacts project={project} />
          <ProjectFacts project={project} isVendor={isVendor} />
        </aside>
      </div>
    </Page>
  )
}
