import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Moment } from '#client/ui/elements/moment.tsx'
import { useProjectState, useRows, useUnsent } from '#client/lib/project-store.ts'
import { patchSearch } from '#client/lib/route-links.ts'
import { UnsentDot } from '#client/ui/feedback/unsent-dot.tsx'
import { usePlace } from './place-link.tsx'
import { MentionText } from './mention-text.tsx'
import { ThreadMarks } from './thread-marks.tsx'
import type { Thread } from './threads.ts'
import { useAuthors } from './use-authors.ts'
import classes from './thread-list.module.css'

interface ThreadListProps {
  projectId: string
  label: string
  threads: readonly Thread[]
  openId: string | undefined
}

/**
 * Lists threads as links. A link keeps the current filters and opens the thread beside the list.
 */
export function ThreadList({ projectId, label, threads, openId }: ThreadListProps) {
  return (
    <ul className={classes.list} aria-label={label}>
      {threads.map((thread) => (
        <li key={thread.id}>
          <ThreadLink projectId={projectId} thread={thread} isOpen={thread.id === openId} />
        </li>
      ))}
    </ul>
  )
}

function ThreadLink({
  projectId,
  thread,
  isOpen,
}: {
  projectId: string
  thread: Thread
  isOpen: boolean
}) {
  const { t } = useLingui()
  const { comment, publication, id } = thread
  const { actor } = useProjectState(projectId)
  const place = usePlace(projectId, thread.place)
  const authors = useAuthors(projectId)
  const count = useRows(projectId, 'reply', { commentId: comment?.id ?? '' }).length
  const isUnsent = useUnsent(projectId, comment === null ? 'publication' : 'comment', id)
  const own = comment !== null && actor?.relation === 'vendor' && comment.authorId === actor.userId
  const who = comment === null ? t`Published for all vendors` : own ? t`you` : authors(comment)
  return (
    <Link
      to="."
      search={patchSearch({ comment: id })}
      className={classes.link ?? ''}
      aria-current={isOpen || undefined}
      data-open={isOpen || undefined}
    >
      <span className={classes.head}>
        {isUnsent && <UnsentDot />}
        <span className={classes.place}>{place.label}</span>
        <ThreadMarks thread={thread} />
      </span>
      <span className={classes.text}>
        {comment === null ? (
          publication.revisions.at(-1)?.question
        ) : (
          <MentionText projectId={projectId} text={comment.text} />
        )}
      </span>
      <span className={classes.facts}>
        {who} · {isUnsent ? t`Not sent yet` : <Moment at={thread.at} isInLink />}
        {count > 0 && ` · ${t`replies: ${count}`.replaceAll(' ', '\u00a0')}`}
      </span>
    </Link>
  )
}
