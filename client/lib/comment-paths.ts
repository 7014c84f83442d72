import type { CommentType } from '#schema/entities/comment.ts'

/** Types of comments that start a thread. Published pairs ('QA') are listed among the questions. */
export type Started = Exclude<CommentType, 'QA'>

const PATHS = {
  Q: 'questions-and-answers/all',
  PP: 'pain-points',
  D: 'discussions',
} as const satisfies Record<Started, string>

/** Address of a comment; with a reply, the page scrolls to it. */
export const threadPath = (
  projectId: string,
  { type, id }: { type: Started; id: string },
  replyId?: string,
): string =>
  `/project/${projectId}/${PATHS[type]}?comment=${encodeURIComponent(id)}${replyId === undefined ? '' : `#${replyId}`}`
