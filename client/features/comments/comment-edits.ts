import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  type Comment,
  commentId,
  type Place,
  type Publication,
  type Reply,
  type Severity,
} from '#schema/entities/comment.ts'
import { plainMentions } from '#schema/rules/comments/mentions.ts'
import type { Started } from '#client/lib/comment-paths.ts'
import { mutate, newId } from '#client/lib/mutate.ts'
import { WORDS } from './comment-words.ts'

const LABEL_LENGTH = 60
/** Label of an edit in the lists of unsent and of refused edits. */
const labelled = (name: string, text: string): string => {
  const start = plainMentions(text).trim().replace(/\s+/g, ' ')
  return `${name}: ${start.length > LABEL_LENGTH ? `${start.slice(0, LABEL_LENGTH)}…` : start}`
}

interface Start {
  projectId: string
  place: Place
  type: Started
  severity: Severity | null
  text: string
  vendorId: number | null
}
/** @returns the id of the new comment */
export async function startComment({
  projectId,
  place,
  type,
  severity,
  text,
  vendorId,
}: Start): Promise<string> {
  const id = newId()
  await mutate(
    'comments.create',
    { projectId, id, place, type, severity, text: text.trim() },
    { undoLabel: labelled(i18n._(WORDS[type].one), text) },
  )
  return commentId(id, vendorId)
}

export async function replyTo(
  { projectId, id: ofId }: Comment,
  text: string,
  { isOfficial }: { isOfficial: boolean },
): Promise<void> {
  const id = newId()
  const label = labelled(i18n._(msg({ message: 'Reply', context: 'a text' })), text)
  await mutate(
    'comments.reply',
    { projectId, id, commentId: ofId, text: text.trim() },
    { undoLabel: label },
  )
  if (isOfficial)
    await mutate(
      'comments.markOfficial',
      { projectId, id: ofId, replyId: id },
      { undoLabel: i18n._(msg`Official: ${label}`) },
    )
}

export const markOfficialReply = ({ projectId, id }: Comment, reply: Reply): Promise<void> =>
  mutate(
    'comments.markOfficial',
    { projectId, id, replyId: reply.id },
    { undoLabel: labelled(i18n._(msg`Official reply`), reply.text) },
  )

export interface PublicTexts {
  question: string
  answer: string
}

export const publishPair = ({ projectId, id }: Comment, texts: PublicTexts): Promise<void> =>
  mutate(
    'comments.publish',
    { projectId, id: newId(), commentId: id, ...texts },
    { undoLabel: labelled(i18n._(msg`Published answer`), texts.question) },
  )

export const correctPair = ({ projectId, id }: Publication, texts: PublicTexts): Promise<void> =>
  mutate(
    'comments.correct',
    { projectId, id, ...texts },
    { undoLabel: labelled(i18n._(msg`Correction`), texts.question) },
  )
