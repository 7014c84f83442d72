import type { Mention } from '#schema/rules/comments/mentions.ts'
import { foldText } from '#client/lib/fold-text.ts'

const MOST_OFFERED = 8
/** An @ that begins a word, and what is written behind it up to the caret. */
const QUERY = /(?:^|[^\p{L}\p{N}@])@([^@\n]{0,60})$/u

export interface MentionQuery {
  /** Position of the @ in the text. */
  at: number
  offered: readonly Mention[]
}

/** The people whose name, or a later part of it, begins with what was written; null = no mention. */
export const mentionQuery = (
  text: string,
  caret: number,
  people: readonly Mention[],
): MentionQuery | null => {
  const written = QUERY.exec(text.slice(0, caret))?.[1]
  if (written === undefined) return null
  const wanted = foldText(written)
  const offered = people
    .filter(({ name }) => {
      const folded = foldText(name)
      return folded.startsWith(wanted) || (wanted !== '' && folded.includes(` ${wanted}`))
    })
    .slice(0, MOST_OFFERED)
  return offered.length === 0 ? null : { at: caret - written.length - 1, offered }
}

/** The text with the chosen name in place of what was written, and the caret behind it. */
export const withChosen = (
  text: string,
  { at, caret, name }: { at: number; caret: number; name: string },
): { text: string; caret: number } => {
  const start = `${text.slice(0, at)}@${name} `
  return { text: start + text.slice(caret).replace(/^ /, ''), caret: start.length }
}
