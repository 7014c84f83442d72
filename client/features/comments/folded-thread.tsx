import { useLingui } from '@lingui/react/macro'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { Moment } from '#client/ui/elements/moment.tsx'
import { useUnsent } from '#client/lib/project-store.ts'
import { UnsentDot } from '#client/ui/feedback/unsent-dot.tsx'
import classes from './place-panel.module.css'
import { MentionText } from './mention-text.tsx'
import { ThreadMarks } from './thread-marks.tsx'
import { ThreadView } from './thread-view.tsx'
import type { Thread } from './threads.ts'
import { useAuthors } from './use-authors.ts'

interface FoldedThreadProps {
  projectId: string
  thread: Thread
  isOpen: boolean
  onToggle: () => void
}

/** Shows a thread as one line that expands in place. */
export function FoldedThread({ projectId, thread, isOpen, onToggle }: FoldedThreadProps) {
  const { t } = useLingui()
  const id = useId()
  const { comment, publication } = thread
  const authors = useAuthors(projectId)
  const isUnsent = useUnsent(projectId, comment === null ? 'publication' : 'comment', thread.id)
  const button = useRef<HTMLButtonElement>(null)
  // A thread that has just been created opens here; its form is gone, so move the focus to the
  // thread.
  useEffect(() => {
    if (isOpen && document.activeElement === document.body) button.current?.focus()
  }, [isOpen])
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.fold}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
      >
        <Chevron size={14} aria-hidden />
        {isUnsent && <UnsentDot />}
        <span className={classes.text}>
          {comment === null ? (
            publication.revisions.at(-1)?.question
          ) : (
            <MentionText projectId={projectId} text={comment.text} />
          )}
        </span>
        <span className={classes.facts}>
          {comment === null ? t`Published for all vendors` : authors(comment)} ·{' '}
          <Moment at={thread.at} isInLink />
        </span>
        <ThreadMarks thread={thread} />
      </button>
      <div id={id} className={classes.unfolded} hidden={!isOpen}>
        {isOpen && <ThreadView thread={thread} />}
      </div>
    </>
  )
}
