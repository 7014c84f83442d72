import { diffWordsWithSpace } from 'diff'

export interface WordRun {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/**
 * Above this number of added and removed words a comparison takes too long for a screen, because
 * its time grows with the square of the number, and its result is unreadable.
 */
const EDIT_LIMIT = 500

/**
 * Compares two texts as runs of words, in order. Texts with little in common give one removed and
 * one added run.
 */
export const diffWords = (before: string, after: string): WordRun[] => {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: EDIT_LIMIT })
  if (parts === undefined)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]
  return parts.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }))
}
