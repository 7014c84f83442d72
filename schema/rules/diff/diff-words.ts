import { diffWordsWithSpace } from 'diff'

export interface WordRun {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** With more differing words comparing takes too long, and the result would be unreadable. */
const EDIT_LIMIT = 2_000

/**
 * Two texts as runs of words, in order; texts that have little in common are shown as one whole
 * beside the other.
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
