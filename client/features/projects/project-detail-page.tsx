import { Trans, useLingui } from '@lingui/react/macro'
import { seesLateAnswers } from '#schema/rules/late-answers.ts'
import { useProjectState } from '../../lib/project-store.ts'
import { Page } from '../../ui/page.tsx'
import { ChangesSection } from './changes-section.tsx'
import { DeadlineFacts } from './deadline-facts.tsx'
import { hasLateAnswers, LateAnswers } from './late-answers.tsx'
import { LifecycleActions } from './lifecycle-actions.tsx'
import classes from './project-detail-page.module.css'
import { ProjectFacts } from './project-facts.tsx'
import { ProjectProgress } from './project-progress.tsx'
import { PublishedWeights } from './published-weights.tsx'
import { VendorContinue } from './vendor-continue.tsx'
import { VendorProgress } from './vendor-progress.tsx'

/** Where the project stands, what comes next, and who is how far. */
export function ProjectDetailPage({ projectId }: { projectId: string }) {
  const { t } = useLingui()
  const { summary: project, actor } = useProjectState(projectId)
  if (project === undefined || actor === undefined) return null
  const isVendor = actor.relation === 'vendor'
  return (
    <Page
      title={project.name} isProjectRoot
      actions={isVendor ? <VendorContinue projectId={projectId} isOpen={project.state === 'PUBLISHED'} /> : (
        <LifecycleActions project={project} actor={actor} />
      )}
      toolbar={<span className={classes.version}>{project.version !== '' && t`Version ${project.version}`}</span>}
    >
      <div className={classes.columns}>
        <div>
          {project.description !== '' && <p className={classes.description}>{project.description}</p>}
          {!isVendor && (
            <section className={classes.block} aria-labelledby="detail-vendors">
              <h2 id="detail-vendors"><Trans>Vendors</Trans></h2>
              {project.state === 'PUBLISHED' && project.sealed && (
                <p className={classes.hint}><Trans>The answers are sealed until the publishing ends.</Trans></p>
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
        <aside className={classes.side} aria-label={t`Facts`}>
          <DeadlineFacts project={project} />
          <ProjectFacts project={project} isVendor={isVendor} />
        </aside>
      </div>
    </Page>
  )
}
