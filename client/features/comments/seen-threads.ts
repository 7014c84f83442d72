import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Comment } from '#schema/entities/comment.ts'
import { textParts } from '#schema/rules/comments/mentions.ts'
import { seen, type SeenCell, type SeenTable } from '#schema/rules/export/seen-table.ts'
import type { TeamMember } from '#client/lib/assigned-to.ts'
import type { Started } from '#client/lib/comment-paths.ts'
import { isUnsent, loadRow, loadRows } from '#client/lib/project-store.ts'
import { SEVERITY_WORDS, WORDS } from './comment-words.ts'
import { placeOf } from './place-of.ts'
import { STATE_WORDS } from './state-words.ts'
import type { Thread } from './threads.ts'
import { threadState } from './use-threads.ts'

interface SeenThreads {
  projectId: string
  projectName: string
  type: Started
  /** The threads that the filters leave, in the order of the list. */
  threads: readonly Thread[]
  /** Names the author of a comment as this reader may know them. */
  authorOf: (comment: Comment) => string
  /** The reader of a vendor sees their own comments as theirs; null = a requestor reads. */
  vendorUserId: number | null
  team: readonly TeamMember[]
}

const labelOf = async (projectId: string, { place }: Thread): Promise<string> => {
  const { kind, id } = place
  const projectPackage = kind === 'package' ? await loadRow(projectId, 'package', id) : undefined
  const requirement =
    kind === 'requirement' ? await loadRow(projectId, 'requirement', id) : undefined
  const documentId = kind === 'document' ? id : requirement?.documentId
  const document =
    documentId === undefined ? undefined : await loadRow(projectId, 'document', documentId)
  return placeOf(projectId, place, { projectPackage, requirement, document }).label
}

const textOf = ({ comment, publication }: Thread, team: readonly TeamMember[]): string =>
  comment === null
    ? (publication.revisions.at(-1)?.question ?? '')
    : textParts(comment.text)
        .map(({ text, mention }) =>
          mention === undefined
            ? text
            : `@${team.find(({ id }) => id === mention.id)?.name ?? mention.name}`,
        )
        .join('')

/** Questions, pain points or discussions as their list shows them. */
export const seenThreads = async (list: SeenThreads): Promise<SeenTable> => {
  const { projectId, projectName, type, threads, authorOf, vendorUserId, team } = list
  const replies = await loadRows(projectId, 'reply', { projectId })
  const counts = Map.groupBy(replies, ({ commentId }) => commentId)
  const whoOf = ({ comment }: Thread): string => {
    if (comment === null) return i18n._(msg`Published for all vendors`)
    return comment.authorId === vendorUserId ? i18n._(msg`you`) : authorOf(comment)
  }
  const cellsOf = async (thread: Thread): Promise<SeenCell[]> => {
    const { id, at, comment } = thread
    const severity = comment?.severity ?? null
    const state = STATE_WORDS[threadState(thread)]
    const isWaiting = isUnsent(projectId, comment === null ? 'publication' : 'comment', id)
    return [
      await labelOf(projectId, thread),
      ...(type === 'PP' ? [severity && i18n._(SEVERITY_WORDS[severity].name)] : []),
      ...(type === 'D' ? [] : [state && i18n._(state)]),
      textOf(thread, team),
      whoOf(thread),
      isWaiting ? i18n._(msg`Not sent yet`) : at,
      counts.get(comment?.id ?? '')?.length ?? 0,
    ]
  }
  const title = i18n._(WORDS[type].title)
  return {
    name: `${projectName}, ${title}`,
    columns: [
      seen(i18n._(msg({ message: 'Item', context: 'of what an entry is about' }))),
      ...(type === 'PP' ? [seen(i18n._(msg`Severity`))] : []),
      ...(type === 'D' ? [] : [seen(i18n._(msg`Status`))]),
      seen(i18n._(WORDS[type].one)),
      seen(i18n._(msg`Who`)),
      seen(i18n._(msg`When`), 'time'),
      seen(i18n._(msg`Replies`), 'number'),
    ],
    rows: await Promise.all(threads.map(cellsOf)),
  }
}
