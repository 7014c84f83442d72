import { useLingui } from '@lingui/react/macro'
import type { Comment, Reply } from '#schema/entities/comment.ts'
import { officialReplyId } from '#schema/rules/comments/comments.ts'
import { threadPath } from '#client/lib/comment-paths.ts'
import { useUnsent } from '#client/lib/project-store.ts'
import { ExplainedButton } from '#client/ui/feedback/explained-button.tsx'
import { StatePill } from '#client/ui/elements/state-pill.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { markOfficialReply } from './comment-edits.ts'
import { MentionText } from './mention-text.tsx'
import { Said } from './said.tsx'
import type { Right } from './use-comment-rights.ts'
import classes from './thread-view.module.css'

interface ReplyItemProps {
  comment: Comment
  reply: Reply
  author: string
  markRight: Right
}

/** A reply, marked as a draft, the official reply, or a former official reply. */
export function ReplyItem({ comment, reply, author, markRight }: ReplyItemProps) {
  const { t } = useLingui()
  const isUnsent = useUnsent(reply.projectId, 'reply', reply.id)
  const isOfficial = officialReplyId(comment) === reply.id
  const isDraft = comment.type !== 'D' && !reply.isByVendor && reply.officialOn === null
  const mark = () =>
    void markOfficialReply(comment, reply).then(
      () => toast.success(t`Marked as official. The vendor can read it.`),
      (error: unknown) => toast.error(error),
    )
  return (
    <li
      id={reply.id}
      className={classes.reply}
      data-official={isOfficial || undefined}
      data-draft={isDraft || undefined}
    >
      <Said
        author={author}
        on={reply.createdOn}
        text={<MentionText projectId={reply.projectId} text={reply.text} />}
        isUnsent={isUnsent}
        path={threadPath(reply.projectId, comment, reply.id)}
        marks={
          <>
            {isOfficial && <StatePill tone="teal">{t`Official reply`}</StatePill>}
            {!isOfficial && reply.officialOn !== null && (
              <StatePill>{t`Earlier official reply`}</StatePill>
            )}
            {isDraft && (
              <span
                className={classes.draft}
              >{t`Draft reply: only you and your colleagues see it`}</span>
            )}
          </>
        }
        actions={
          markRight !== 'hidden' &&
          !reply.isByVendor &&
          !isOfficial && (
            <ExplainedButton
              size="compact-xs"
              variant="default"
              reason={markRight.reason}
              onClick={mark}
            >{t`Mark as official`}</ExplainedButton>
          )
        }
      />
    </li>
  )
}
