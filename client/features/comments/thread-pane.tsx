import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconArrowLeft } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Place } from '#schema/entities/comment.ts'
import type { Started } from '#client/lib/comment-paths.ts'
import { openConflicts } from '#client/lib/conflict-dialog.ts'
import { useParked } from '#client/lib/parked.ts'
import { EmptyState } from '#client/ui/pages/empty-state.tsx'
import { useReturnFocus } from '#client/ui/dialogs/use-return-focus.ts'
import { WORDS } from './comment-words.ts'
import classes from './comments-page.module.css'
import { PlaceLink } from './place-link.tsx'
import { StartForm } from './start-form.tsx'
import { ThreadMarks } from './thread-marks.tsx'
import { ThreadView } from './thread-view.tsx'
import type { Thread } from './threads.ts'

interface PaneProps {
  projectId: string
  type: Started
}

/**
 * The pane beside the list. When the element with the focus disappears, the focus moves into the
 * pane.
 */
function Pane({
  type,
  title,
  marks,
  onClose,
  children,
}: Pick<PaneProps, 'type'> & {
  title: string
  marks?: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  const { i18n } = useLingui()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const active = document.activeElement
    if (active === document.body || (active instanceof HTMLElement && active.offsetParent === null))
      heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <Button
        className={classes.back}
        mb="xs"
        size="compact-sm"
        variant="default"
        leftSection={<IconArrowLeft size={14} aria-hidden />}
        onClick={onClose}
      >
        {i18n._(WORDS[type].back)}
      </Button>
      <header className={classes.head}>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {marks}
      </header>
      {children}
    </>
  )
}

export function ThreadPane({
  projectId,
  type,
  id,
  thread,
  onClose,
}: PaneProps & { id: string; thread: Thread | undefined; onClose: () => void }) {
  const { i18n, t } = useLingui()
  const title = i18n._(WORDS[type].one)
  if (thread === undefined)
    return (
      <Pane type={type} title={title} onClose={onClose}>
        <Missing projectId={projectId} id={id} />
      </Pane>
    )
  return (
    <Pane
      type={type}
      title={thread.comment === null ? t`Published answer` : title}
      onClose={onClose}
      marks={
        <>
          <PlaceLink projectId={projectId} place={thread.place} />
          <ThreadMarks thread={thread} />
        </>
      }
    >
      <ThreadView thread={thread} />
    </Pane>
  )
}

/**
 * Shown if no thread has this id: it was refused and is parked on this device, or the person may
 * not see it.
 */
function Missing({ projectId, id }: { projectId: string; id: string }) {
  const { t } = useLingui()
  const bareId = id.split('.')[0] ?? id
  const isParked = useParked(projectId).some(({ args }) => (args as { id?: unknown }).id === bareId)
  if (!isParked)
    return (
      <EmptyState title={t`Comment not found`}>
        <Trans>It was deleted, or you don't have access to it.</Trans>
      </EmptyState>
    )
  return (
    <EmptyState
      title={t`The server rejected it`}
      action={<Button variant="default" onClick={() => openConflicts(bareId)}>{t`Show`}</Button>}
    >
      <Trans>Your text is kept on this device.</Trans>
    </EmptyState>
  )
}

interface StartPaneProps extends PaneProps {
  place: Place
  reason: string | null
  isFocused: boolean
  onStarted: (id: string) => void
  onCancel: () => void
}

export function StartPane({
  projectId,
  place,
  type,
  reason,
  isFocused,
  onStarted,
  onCancel,
}: StartPaneProps) {
  const { i18n, t } = useLingui()
  useReturnFocus()
  return (
    <Pane
      type={type}
      title={i18n._(WORDS[type].start)}
      onClose={onCancel}
      marks={<span>{t`The project as a whole`}</span>}
    >
      <div className={classes.start}>
        <StartForm
          projectId={projectId}
          place={place}
          type={type}
          reason={reason}
          isFocused={isFocused}
          onStarted={onStarted}
          onCancel={onCancel}
        />
      </div>
    </Pane>
  )
}
