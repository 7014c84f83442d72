import { useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useState } from 'react'
import type { Comment, Publication } from '#schema/entities/comment.ts'
import { officialReplyId } from '#schema/rules/comments/comments.ts'
import { threadPath } from '#client/lib/comment-paths.ts'
import { useTeam } from '#client/lib/team.ts'
import { useUnsent } from '#client/lib/project-store.ts'
import { ExplainedButton } from '#client/ui/feedback/explained-button.tsx'
import { lazyDialog } from '#client/ui/pages/lazy-part.tsx'
import { codeText } from '#client/ui/feedback/refusal-text.ts'
import { publishPair, replyTo } from './comment-edits.ts'
import { Composer } from './composer.tsx'
import { MentionText } from './mention-text.tsx'
import { PublicationPart } from './publication-part.tsx'
import { ReplyItem } from './reply-item.tsx'
import { Said } from './said.tsx'
import type { Thread } from './threads.ts'
import { useAuthors } from './use-authors.ts'
import { type Right, useCommentRights } from './use-comment-rights.ts'
import { useReplies } from './use-threads.ts'
import classes from './thread-view.module.css'

const PublishDialog = lazyDialog(() =>
  import('./publish-dialog.tsx').then((part) => part.PublishDialog),
)

/** One thread: the comment, its replies, the published pair, and the reply form. */
export function ThreadView({ thread: { comment, publication } }: { thread: Thread }) {
  return (
    <div className={classes.thread}>
      {comment === null ? (
        <PublicationPart publication={publication} />
      ) : (
        <>
          <Asked comment={comment} />
          <Replies comment={comment} publication={publication} />
        </>
      )}
    </div>
  )
}

function Asked({ comment }: { comment: Comment }) {
  const { projectId, id, type, text, createdOn } = comment
  const isUnsent = useUnsent(projectId, 'comment', id)
  const authors = useAuthors(projectId)
  return (
    <div className={classes.asked}>
      <Said
        author={authors(comment)}
        on={createdOn}
        text={<MentionText projectId={projectId} text={text} />}
        isUnsent={isUnsent}
        path={threadPath(projectId, { type, id })}
      />
    </div>
  )
}

const reasonOf = (right: Right): string | null => (right === 'hidden' ? null : right.reason)

function Replies({ comment, publication }: { comment: Comment; publication: Publication | null }) {
  const { t } = useLingui()
  const { projectId, id, type, vendorId, packageId, documentId, publicationId } = comment
  const replies = useReplies(projectId, id)
  const authors = useAuthors(projectId)
  const team = useTeam(projectId)
  const rights = useCommentRights(projectId, { type, vendorId, packageId, documentId })
  const reply = rights('comment.reply')
  const mark = rights('comment.markOfficial')
  const publish = rights('comment.publish')
  const [isPublishing, setPublishing] = useState(false)
  const official = replies.find((one) => one.id === officialReplyId(comment))
  const isDraft = type !== 'D' && mark !== 'hidden'
  useEffect(() => {
    const wanted = location.hash.slice(1)
    if (wanted !== '' && replies.some((one) => one.id === wanted))
      document.getElementById(wanted)?.scrollIntoView({ block: 'center' })
  }, [replies])
  return (
    <>
      {replies.length > 0 && (
        <ul className={classes.replies} aria-label={t`Replies`}>
          {replies.map((one) => (
            <ReplyItem
              key={one.id}
              comment={comment}
              reply={one}
              author={authors(one)}
              markRight={mark}
            />
          ))}
        </ul>
      )}
      {publication !== null && <PublicationPart publication={publication} />}
      {publish !== 'hidden' && publicationId === null && (
        <div className={classes.publish}>
          <ExplainedButton
            size="compact-sm"
            variant="default"
            onClick={() => setPublishing(true)}
            reason={
              publish.reason ??
              (officialReplyId(comment) === undefined
                ? codeText('comment.official')
                : official === undefined
                  ? t`Official reply not available offline yet`
                  : null)
            }
          >
            {t`Publish for all vendors…`}
          </ExplainedButton>
        </div>
      )}
      {reply !== 'hidden' && (
        <Composer
          keep={`reply/${id}`}
          {...(type === 'D' ? { people: team } : {})}
          label={t`Your reply`}
          note={
            isDraft
              ? t`A reply is a draft until you mark it as official. Until then the vendor does not see it.`
              : type === 'D'
                ? t`Visible only to your organization`
                : t`Visible to your organization and the requestor`
          }
          main={{
            label: isDraft ? t`Save draft reply` : t({ message: 'Reply', context: 'as an action' }),
            reason: reply.reason,
            send: (text) => replyTo(comment, text, { isOfficial: false }),
          }}
          second={
            isDraft
              ? {
                  label: t`Send official reply`,
                  reason: reply.reason ?? reasonOf(mark),
                  send: (text) => replyTo(comment, text, { isOfficial: true }),
                }
              : undefined
          }
        />
      )}
      <Suspense fallback={null}>
        {isPublishing && official && (
          <PublishDialog
            keep={`publish/${id}`}
            initial={{ question: comment.text, answer: official.text }}
            onSave={(texts) => publishPair(comment, texts)}
            onClose={() => setPublishing(false)}
          />
        )}
      </Suspense>
    </>
  )
}
