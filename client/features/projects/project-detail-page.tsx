import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense } from 'react'
import type { ProjectSummary } from '#schema/api/sync.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { seesLateAnswers } from '#schema/rules/answers/late-answers.ts'
import type { ProjectState } from '#schema/entities/project.ts'
import { useProjectState } from '../../lib/project-store.ts'
import { useVendorView } from '../../lib/vendor-view.ts'
import { useIsOneColumn } from '../../ui/browser/narrow.ts'
import { lazyPart } from '../../ui/pages/lazy-part.tsx'
import { Page } from '../../ui/pages/page.tsx'
import { Skeleton } from '../../ui/pages/skeleton.tsx'
import { ChangesSection } from './changes-section.tsx'
import { DeadlineFacts } from './deadline-facts.tsx'
import { hasLateAnswers, LateAnswers } from './late-answers.tsx'
import { LifecycleActions } from './lifecycle-actions.tsx'
import classes from './project-detail-page.module.css'
import { MessagesSection } from './messages-section.tsx'
import { OpeningNotices } from './opening-notices.tsx'
import { PendingOpening } from './opening-part.tsx'
import { ProjectFacts } from './project-facts.tsx'
import { ProjectProgress } from './project-progress.tsx'
import type { PreparingDialogs } from './ready-to-publish.tsx'
import { PublishedWeights } from './published-weights.tsx'
import { RestoredNotice } from './restored-notice.tsx'
import { useOpening } from './use-opening.ts'
import { VendorContinue } from './vendor-continue.tsx'
import { VendorProgress } from './vendor-progress.tsx'
import { SendNotice } from './send-notice.tsx'
import { ViewAsVendor } from './view-as-vendor.tsx'
import { useContentLanguage } from '../../ui/elements/content-text.tsx'

const ReadyToPublish = lazyPart(() =>
  import('./ready-to-publish.tsx').then((part) => part.ReadyToPublish),
)

const PREPARING: readonly ProjectState[] = ['DRAFT', 'PREPARATION']
const isPreparing = (state: ProjectState): boolean => PREPARING.includes(state)

/** Overview of a project: its state, the next step, and everyone's progress. */
export function ProjectDetailPage({ projectId, ...parts }: PageParts & { projectId: string }) {
  const { summary: project, actor } = useProjectState(projectId)
  return project === undefined || actor === undefined ? null : (
    <Detail project={project} actor={actor} {...parts} />
  )
}

/** The route passes these, because features must not import each other. */
interface PageParts {
  dialogs: PreparingDialogs
  /** The menu of the vendor's workbook. */
  answerBook: ReactNode
}
interface DetailProps extends PageParts {
  project: ProjectSummary
  actor: ProjectActor
}

function Detail({ project, actor, dialogs, answerBook }: DetailProps) {
  const { t } = useLingui()
  const opening = useOpening(project)
  const language = useContentLanguage()
  const isOneColumn = useIsOneColumn()
  const projectId = project.id
  const isVendor = actor.relation === 'vendor'
  // Nothing of a real vendor is shown there.
  const isVendorView = useVendorView()?.projectId === projectId
  return (
    <Page
      title={project.name}
      isProjectRoot
      actions={
        isVendor ? (
          <VendorContinue projectId={projectId} isOpen={project.state === 'PUBLISHED'} />
        ) : (
          <LifecycleActions project={project} actor={actor} opening={opening} />
        )
      }
      toolbar={
        <>
          <span className={classes.version}>
            {project.version !== '' && t`Version ${project.version}`}
          </span>
          {!isVendor && <SendNotice project={project} />}
          {!isVendor && <ViewAsVendor projectId={projectId} />}
          {isVendor && answerBook}
        </>
      }
    >
      <div className={classes.columns}>
        {isOneColumn && (
          <div className={classes.side}>
            <DeadlineFacts project={project} />
          </div>
        )}
        <div>
          <PendingOpening project={project} opening={opening} />
          {!isVendor && <RestoredNotice project={project} />}
          <OpeningNotices project={project} />
          {project.description !== '' && (
            <p className={classes.description} {...language}>
              {project.description}
            </p>
          )}
          {!isVendor && isPreparing(project.state) && (
            <section className={classes.block} aria-labelledby="detail-ready">
              <h2 id="detail-ready">
                <Trans>Ready to publish</Trans>
              </h2>
              <Suspense fallback={<Skeleton lines={4} />}>
                <ReadyToPublish project={project} actor={actor} dialogs={dialogs} />
              </Suspense>
            </section>
          )}
          {!isVendor && (
            <section className={classes.block} aria-labelledby="detail-vendors">
              <h2 id="detail-vendors">
                <Trans>Vendors</Trans>
              </h2>
              {project.state === 'PUBLISHED' && project.sealed && (
                <p className={classes.hint}>
                  <Trans>The answers are sealed until Validation.</Trans>
                </p>
              )}
              <VendorProgress projectId={projectId} />
              {hasLateAnswers(project.state) && seesLateAnswers(actor) && (
                <LateAnswers projectId={projectId} state={project.state} />
              )}
            </section>
          )}
          {isVendor && project.weightsPublished === true && (
            <PublishedWeights projectId={projectId} evaluation={project.evaluation} />
          )}
          {!isVendorView && <MessagesSection projectId={projectId} isVendor={isVendor} />}
          <ChangesSection projectId={projectId} isVendor={isVendor} />
          <section className={classes.block} aria-labelledby="detail-progress">
            <h2 id="detail-progress">
              {isVendor ? <Trans>Your answers</Trans> : <Trans>Packages and documents</Trans>}
            </h2>
            <ProjectProgress projectId={projectId} isVendor={isVendor} />
          </section>
        </div>
        <aside className={classes.side} aria-label={t`Details`}>
          {!isOneColumn && <DeadlineFacts project={project} />}
          <ProjectFacts project={project} isVendor={isVendor} />
        </aside>
      </div>
    </Page>
  )
}
