import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Severity } from '#schema/entities/comment.ts'
import { plainMentions } from '#schema/rules/comments/mentions.ts'
import type { CommandArgs } from '#schema/mutations/index.ts'
import type { ParkedEdit } from '#client/lib/parked.ts'

const SEVERITIES: Record<Severity, ReturnType<typeof msg>> = {
  MINOR: msg`Minor`,
  MAJOR: msg`Major`,
  CRITICAL: msg`Critical`,
}
type Pair = Pick<CommandArgs['comments.publish'], 'question' | 'answer'>
const pairWords = ({ question, answer }: Pair): string =>
  [i18n._(msg`Question`), question, '', i18n._(msg`Answer`), answer].join('\n')

const WORDS: {
  readonly [N in keyof CommandArgs as N extends `comments.${string}` ? N : never]: (
    args: CommandArgs[N],
  ) => string
} = {
  'comments.create': ({ severity, text }) =>
    severity === null ? text : `${i18n._(msg`Severity`)}: ${i18n._(SEVERITIES[severity])}\n${text}`,
  'comments.reply': ({ text }) => text,
  'comments.markOfficial': () => '',
  'comments.publish': pairWords,
  'comments.correct': pairWords,
}

/**
 * The text of a refused comment or reply; null if the edit is something else. Mentions are names, as
 * they were written: pasted into another comment, they become mentions again.
 */
export const commentWords = ({
  command,
  args,
}: Pick<ParkedEdit, 'command' | 'args'>): string | null =>
  Object.hasOwn(WORDS, command)
    ? plainMentions((WORDS as Record<string, (args: unknown) => string>)[command]?.(args) ?? '')
    : null
