import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import type { OpeningRequest, OpeningState } from '#schema/api/projects-service/openings.ts'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { remainingTime } from '#schema/rules/project/deadline.ts'
import { minuteText } from '../../lib/time-text.ts'
import { useSession } from '../../lib/session.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'
import notice from '../../ui/feedback/notice.module.css'
import classes from './opening.module.css'
import { openingCalls, type OpeningView } from './use-opening.ts'
import { useNow } from './use-now.ts'

const RequestDialog = lazyDialog(() =>
  import('./opening-request-dialog.tsx').then((part) => part.OpeningRequestDialog),
)
const ConfirmOpening = lazyDialog(() =>
  import('./opening-confirm-dialog.tsx').then((part) => part.OpeningConfirmDialog),
)
const MINUTE_MS = 60_000

interface OpeningProps {
  project: ProjectSummary
  opening: OpeningView
}

/**
 * Requests an early opening; for the owner only. Replaces the plain transition while the answers
 * are sealed.
 */
export function RequestOpeningButton({ project, opening: { state, reload } }: OpeningProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const offlineReason = useOfflineReason()
  if (state?.request != null || project.me.relation !== 'owner') return null
  return (
    <>
      <ExplainedButton
        variant="default"
        reason={offlineReason}
        onClick={() => setOpen(true)}
      >{t`Request early opening…`}</ExplainedButton>
      <Suspense fallback={null}>
        {isOpen && (
          <RequestDialog
            project={project}
            confirmers={state?.confirmers ?? []}
            onClose={() => setOpen(false)}
            onDone={reload}
          />
        )}
      </Suspense>
    </>
  )
}

/** Shows the whole team a request for early opening that waits for its confirmation. */
export function PendingOpening({ project, opening: { state, reload } }: OpeningProps) {
  if (state?.request == null) return null
  return (
    <Pending
      project={project}
      request={state.request}
      confirmers={state.confirmers}
      reload={reload}
    />
  )
}

interface PendingProps {
  project: ProjectSummary
  request: OpeningRequest
  confirmers: OpeningState['confirmers']
  reload: () => void
}

function Pending({ project, request, confirmers, reload }: PendingProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const ownId = useSession()?.userId
  const mayConfirm = confirmers.some(({ id }) => id === ownId)
  const names = confirmers.map(({ name }) => name).join(', ')
  const { name } = request.askedBy
  const asked = minuteText(request.askedOn)
  const withdraw = async () => {
    const isConfirmed = await confirm({
      title: t`Withdraw request?`,
      body: t`The answers stay sealed until the deadline.`,
      confirmLabel: t`Withdraw`,
    })
    if (!isConfirmed) return
    await openingCalls
      .withdraw({ params: { id: project.id } })
      .catch((error: unknown) => toast.error(error))
    reload()
  }
  return (
    <section className={notice.notice} aria-labelledby="opening-request">
      <h2 id="opening-request" className={classes.title}>
        <Trans>Early opening requested</Trans>
      </h2>
      <p className={classes.line}>
        <Trans>
          On {asked}, {name} requested to open the sealed answers before the deadline:
        </Trans>
      </p>
      <blockquote className={classes.quote}>{request.reason}</blockquote>
      <ExpiresIn expiresOn={request.expiresOn} />
      {!mayConfirm && (
        <p className={classes.line}>
          <Trans>Can be confirmed by: {names}</Trans>
        </p>
      )}
      <div className={classes.buttons}>
        {mayConfirm && <Button onClick={() => setOpen(true)}>{t`Review and confirm…`}</Button>}
        {project.me.relation === 'owner' && (
          <Button variant="default" onClick={() => void withdraw()}>{t`Withdraw request…`}</Button>
        )}
      </div>
      <Suspense fallback={null}>
        {isOpen && (
          <ConfirmOpening
            project={project}
            request={request}
            onClose={() => setOpen(false)}
            onDone={reload}
          />
        )}
      </Suspense>
    </section>
  )
}

function ExpiresIn({ expiresOn }: { expiresOn: number }) {
  const { t } = useLingui()
  const { isOver, days, hours, minutes } = remainingTime(expiresOn, useNow(MINUTE_MS))
  const left = t`${days * 24 + hours} h ${minutes} min`
  return (
    <p className={classes.line}>
      {isOver ? <Trans>Expired.</Trans> : <Trans>Expires in {left}.</Trans>}
    </p>
  )
}
