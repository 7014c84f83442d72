import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { Place } from '#schema/entities/comment.ts'
import type { Started } from '#client/lib/comment-paths.ts'
import { useProjectState } from '#client/lib/project-store.ts'
import { ExplainedButton } from '#client/ui/feedback/explained-button.tsx'
import { WORDS } from './comment-words.ts'
import { FoldedThread } from './folded-thread.tsx'
import classes from './place-panel.module.css'
import { StartForm } from './start-form.tsx'
import { isBegun } from './start-keep.ts'
import { threadsOf } from './threads.ts'
import { usePlaceRows } from './use-comment-counts.ts'
import { useCommentRights, usePlaceSubject } from './use-comment-rights.ts'

/** The threads of one type at one place, and the form to start one. */
export function PlacePanel({
  projectId,
  place,
  type,
}: {
  projectId: string
  place: Place
  type: Started
}) {
  const { i18n } = useLingui()
  const { actor } = useProjectState(projectId)
  const { comments, publications } = usePlaceRows(projectId, place)
  const threads = threadsOf(type, comments, publications)
  const subject = usePlaceSubject(projectId, place)
  const right = useCommentRights(projectId, {
    type,
    vendorId: actor?.vendorId ?? null,
    ...subject,
  })('comment.create')
  /**
   * 'now' = the person has just opened the form, so it takes the focus. 'before' = an unsent text
   * exists.
   */
  const [start, setStart] = useState<'before' | 'now' | null>(() =>
    isBegun(place, type) ? 'before' : null,
  )
  const [openId, setOpenId] = useState<string | null>(null)
  const opener = useRef<HTMLDivElement>(null)
  const putAway = () => {
    setStart(null)
    queueMicrotask(() => opener.current?.querySelector('button')?.focus())
  }
  const words = WORDS[type]
  return (
    <div className={classes.panel}>
      {threads.length === 0 && start === null && (
        <p className={classes.empty}>{i18n._(words.emptyHere)}</p>
      )}
      {threads.length > 0 && (
        <ul className={classes.list} aria-label={i18n._(words.title)}>
          {threads.map((thread) => (
            <li key={thread.id}>
              <FoldedThread
                projectId={projectId}
                thread={thread}
                isOpen={thread.id === openId}
                onToggle={() => setOpenId(thread.id === openId ? null : thread.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {right !== 'hidden' &&
        (start !== null ? (
          <StartForm
            projectId={projectId}
            place={place}
            type={type}
            reason={right.reason}
            isFocused={start === 'now'}
            onCancel={putAway}
            onStarted={(id) => {
              setStart(null)
              setOpenId(id)
            }}
          />
        ) : (
          <div ref={opener}>
            <ExplainedButton
              size="compact-sm"
              variant="default"
              reason={right.reason}
              onClick={() => setStart('now')}
            >
              {i18n._(words.start)}
            </ExplainedButton>
          </div>
        ))}
    </div>
  )
}
