import { Fragment, useMemo } from 'react'
import { diffWords } from '#schema/rules/diff/diff-words.ts'

/** The words of a text before and after, with those that differ marked. */
export function WordDifference({ before, after }: { before: string; after: string }) {
  const runs = useMemo(() => diffWords(before, after), [before, after])
  return runs.map(({ kind, text }, at) =>
    kind === 'removed' ? (
      <del key={at}>{text}</del>
    ) : kind === 'added' ? (
      <ins key={at}>{text}</ins>
    ) : (
      // A span would be isolated, and so would each part of a text from right to left.
      <Fragment key={at}>{text}</Fragment>
    ),
  )
}
