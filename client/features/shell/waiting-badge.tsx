import { useLingui } from '@lingui/react/macro'
import { officialReplyId } from '#schema/rules/comments/comments.ts'
import { useRows } from '#client/lib/project-store.ts'
import type { RailWaiting } from './rail-items.ts'
import classes from './rail.module.css'

/** Number of the project's questions or pain points without an official reply. */
export function WaitingBadge({ projectId, type }: RailWaiting) {
  const { t } = useLingui()
  const waiting = useRows(projectId, 'comment', { projectId }).filter(
    (comment) => comment.type === type && officialReplyId(comment) === undefined,
  ).length
  if (waiting === 0) return null
  return (
    <span className={classes.badge}>
      {waiting}
      <span className="visually-hidden"> {t`without official reply`}</span>
    </span>
  )
}
