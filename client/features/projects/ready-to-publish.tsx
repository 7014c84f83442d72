import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Suspense, useState, type ReactNode } from 'react'
import type { ProjectSummary } from '#schema/api/sync.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { isAfterOpening } from '#schema/rules/evaluation/scoring.ts'
import { serverNow } from '../../lib/clock.ts'
import { type ProjectOffer, projectOfferDenial } from '../../lib/offers/project-offers.ts'
import { usePlaceOffers } from '../../lib/offers/use-organization-offers.ts'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'
import { CheckList } from './check-list.tsx'
import classes from './check-list.module.css'
import { movesFrom } from './moves.ts'
import { OddityLink } from './oddity-link.tsx'
import type { PublishCheckId } from './publish-checks.ts'
import { tellMoved } from './tell-moved.ts'
import { usePublishFacts } from './use-publish-facts.ts'

const MoveDialogs = lazyDialog(() => import('./move-dialogs.tsx').then((part) => part.MoveDialogs))
const SetDeadlineDialog = lazyDialog(() =>
  import('./set-deadline-dialog.tsx').then((part) => part.SetDeadlineDialog),
)

/**
 * Dialogs of other features. The route passes them, because features must not import each other.
 */
export interface PreparingDialogs {
  weights: (props: { projectId: string; isReasonNeeded: boolean; onClose: () => void }) => ReactNode
  importing: (props: { projectId: string; documentId: string; onClose: () => void }) => ReactNode
}
interface ReadyToPublishProps {
  project: ProjectSummary
  actor: ProjectActor
  dialogs: PreparingDialogs
}

type OpenDialog = 'vendors' | 'deadline' | 'weights' | 'import'
const OFFERS = {
  requirements: 'requirements.create',
  vendors: 'move.addVendors',
  'package-weights': 'weights.set',
  'document-weights': 'weights.set',
  deadline: 'project.edit',
} as const satisfies Record<PublishCheckId, ProjectOffer>

/** Lists what a project needs before it can be published, each line with its action. */
export function ReadyToPublish({ project, actor, dialogs }: ReadyToPublishProps) {
  const { t } = useLingui()
  const offlineReason = useOfflineReason()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const { checks, oddities, areContactsKnown, documentIds, hasPackages } = usePublishFacts(
    project,
    project.deadline,
  )
  const mayBrowse = usePlaceOffers(project.organizationId, false)('browseVendors')
  const view = { actor, project, now: serverNow() }
  const choosing = movesFrom(view).find(
    (move) => move.kind === 'dialog' && move.dialog === 'vendors',
  )
  const may = (id: PublishCheckId): boolean =>
    id === 'vendors' ? choosing !== undefined : projectOfferDenial(OFFERS[id], view) === null
  const { id, ownerName } = project
  const [documentId] = documentIds
  const done = checks.filter(({ isDone }) => isDone).length
  const total = checks.length
  const button = (label: string, dialog: OpenDialog, reason: string | null = null) => (
    <ExplainedButton
      size="compact-sm"
      variant="default"
      reason={reason}
      onClick={() => setOpen(dialog)}
    >
      {label}
    </ExplainedButton>
  )
  const mends: Record<PublishCheckId, () => ReactNode> = {
    requirements: () => (
      <AddRequirements projectId={id} documentId={documentId} hasPackages={hasPackages}>
        {button(t`Import…`, 'import')}
      </AddRequirements>
    ),
    vendors: () => button(t`Choose vendors…`, 'vendors', offlineReason),
    'package-weights': () => button(t`Edit weights`, 'weights'),
    'document-weights': () => button(t`Edit weights`, 'weights'),
    deadline: () => button(t`Set deadline…`, 'deadline'),
  }
  const whoMay: Record<PublishCheckId, string> = {
    requirements: t`Authors and administrators of the project can do this.`,
    vendors: t`${ownerName} or an administrator of the organization can do this.`,
    'package-weights': t`Authors and administrators of the project can do this.`,
    'document-weights': t`Authors and administrators of the project can do this.`,
    deadline: t`${ownerName} or an administrator of the project can do this.`,
  }
  const close = () => setOpen(null)
  return (
    <>
      <p className={classes.who}>
        <Trans>
          {done} of {total} done.
        </Trans>
      </p>
      <CheckList
        label={t`Ready to publish`}
        checks={checks}
        oddities={oddities}
        mendCheck={(check) => {
          if (!may(check.id)) return <span className={classes.who}>{whoMay[check.id]}</span>
          // Without packages or documents to weigh, there is no action here; the line about
          // requirements has one.
          return check.id.endsWith('weights') && check.total === undefined
            ? null
            : mends[check.id]()
        }}
        mendOddity={(oddity) => (
          <OddityLink oddity={oddity} project={project} mayBrowse={mayBrowse} />
        )}
      />
      {!areContactsKnown && offlineReason !== null && (
        <p className={classes.who}>
          <Trans>Whether every vendor has an active contact is checked once you are online.</Trans>
        </p>
      )}
      <Suspense fallback={null}>
        {open === 'deadline' && <SetDeadlineDialog project={project} onClose={close} />}
        {open === 'vendors' && choosing?.kind === 'dialog' && (
          <MoveDialogs
            dialog={choosing.dialog}
            transition={choosing.transition}
            project={project}
            onClose={close}
            onMoved={() => void tellMoved(choosing.transition)}
          />
        )}
        {open === 'weights' &&
          dialogs.weights({
            projectId: id,
            isReasonNeeded: isAfterOpening(project),
            onClose: close,
          })}
        {open === 'import' &&
          documentId !== undefined &&
          dialogs.importing({ projectId: id, documentId, onClose: close })}
      </Suspense>
    </>
  )
}

interface AddRequirementsProps {
  projectId: string
  /** The project's first document; undefined = there is none yet. */
  documentId: string | undefined
  hasPackages: boolean
  /** Rendered beside the link to the document. */
  children: ReactNode
}

function AddRequirements({ projectId, documentId, hasPackages, children }: AddRequirementsProps) {
  const { t } = useLingui()
  return documentId === undefined ? (
    <Button
      size="compact-sm"
      variant="default"
      renderRoot={(props) => (
        <Link to="/project/$id/packages" params={{ id: projectId }} {...props} />
      )}
    >
      {hasPackages ? t`Add a document` : t`Add a package`}
    </Button>
  ) : (
    <>
      <Button
        size="compact-sm"
        variant="default"
        renderRoot={(props) => (
          <Link
            to="/project/$id/documents/$documentId"
            params={{ id: projectId, documentId }}
            {...props}
          />
        )}
      >{t`Add requirements`}</Button>
      {children}
    </>
  )
}
