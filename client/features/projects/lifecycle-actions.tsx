import { ActionIcon } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconArchive, IconDots, IconLink } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { ProjectSummary } from '#schema/api/sync.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { isOpeningEarly } from '#schema/rules/project/opening.ts'
import type { Transition } from '#schema/rules/project/project-transitions.ts'
import { serverNow } from '../../lib/clock.ts'
import { useCommand } from '../../ui/keyboard/commands.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { copyLink } from '../../ui/browser/copy-link.ts'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { MenuButton } from '../../ui/floating/menu-button.tsx'
import { lazyDialog } from '../../ui/pages/lazy-part.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { isForward, movesFrom, type Move, type MoveDialogName } from './moves.ts'
import { RequestOpeningButton } from './opening-part.tsx'
import { transitionConfirmation, transitionLabel } from './transition-text.ts'
import { tellMoved } from './tell-moved.ts'
import type { OpeningView } from './use-opening.ts'
import { useOfflineReason } from '../../ui/feedback/use-offline-reason.ts'

const MoveDialogs = lazyDialog(() => import('./move-dialogs.tsx').then((part) => part.MoveDialogs))

/** Buttons for the transitions that the person may make now. */
export function LifecycleActions({
  project,
  actor,
  opening,
}: {
  project: ProjectSummary
  actor: ProjectActor
  opening: OpeningView
}) {
  const { t } = useLingui()
  const offlineReason = useOfflineReason()
  const [open, setOpen] = useState<{ dialog: MoveDialogName; transition: Transition } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const moves = movesFrom({ actor, project, now: serverNow() })
  const forward = moves.find((move) => isForward(move.transition))
  const aside = moves.filter((move) => move !== forward && move.transition.to !== 'ARCHIVED')
  const archive = moves.find((move) => move.transition.to === 'ARCHIVED')

  const start = async (move: Move) => {
    const { transition } = move
    if (move.kind === 'dialog') return setOpen({ dialog: move.dialog, transition })
    const label = transitionLabel(transition)
    const isConfirmed = await confirm({
      title: label,
      body: transitionConfirmation(transition),
      confirmLabel: label,
      danger: transition.to === 'ARCHIVED',
    })
    if (!isConfirmed) return
    setBusy(true)
    await move.run(project.id).then(
      () => tellMoved(transition),
      (error: unknown) => toast.error(error),
    )
    setBusy(false)
  }
  useCommand({
    id: 'project.forward',
    group: t`Project`,
    label: forward === undefined ? '' : transitionLabel(forward.transition),
    when: forward !== undefined && offlineReason === null,
    run: () => {
      if (forward !== undefined) void start(forward)
    },
  })

  return (
    <>
      {isOpeningEarly(project, serverNow()) && (
        <RequestOpeningButton project={project} opening={opening} />
      )}
      {aside.map((move) => (
        <ExplainedButton
          key={move.transition.label}
          variant="default"
          reason={offlineReason}
          onClick={() => void start(move)}
        >
          {transitionLabel(move.transition)}
        </ExplainedButton>
      ))}
      {forward !== undefined && (
        <ExplainedButton
          reason={offlineReason}
          loading={isBusy}
          onClick={() => void start(forward)}
        >
          {transitionLabel(forward.transition)}
        </ExplainedButton>
      )}
      <MoreActions archive={archive} reason={offlineReason} onStart={(move) => void start(move)} />
      <Suspense fallback={null}>
        {open !== null && (
          <MoveDialogs
            {...open}
            project={project}
            onClose={() => setOpen(null)}
            onMoved={() => void tellMoved(open.transition)}
          />
        )}
      </Suspense>
    </>
  )
}

interface MoreActionsProps {
  archive: Move | undefined
  reason: string | null
  onStart: (move: Move) => void
}

function MoreActions({ archive, reason, onStart }: MoreActionsProps) {
  const { t } = useLingui()
  return (
    <MenuButton
      width={240}
      button={(target) => (
        <ActionIcon {...target} variant="default" aria-label={t`More actions`}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      )}
      items={[
        { label: t`Copy link`, icon: <IconLink size={15} aria-hidden />, run: () => copyLink() },
        ...(archive === undefined
          ? []
          : [
              {
                label: transitionLabel(archive.transition),
                icon: <IconArchive size={15} aria-hidden />,
                reason,
                run: () => onStart(archive),
              },
            ]),
      ]}
    />
  )
}
