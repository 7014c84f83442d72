import type { CommentType } from '#schema/entities/comment.ts'

/** The kinds of comment that start a thread; published pairs stand among the questions. */
export type Started = Exclude<CommentType, 'QA'>

const PATHS = {
  Q: 'questions-and-answers/all',
  PP: 'pain-points',
  D: 'discussions',
} as const satisfies Record<Started, string>

/** The address of one comment; with a reply, that reply is scrolled to. */
export const threadPath = (
  projectId: string,
  { type, id }: { type: Started; id: string },
  replyId?: string,
): string =>
  `/project/${projectId}/${PATHS[type]}?comment=${encodeURIComponent(id)}${replyId === undefined ? '' : `#${replyId}`}`
