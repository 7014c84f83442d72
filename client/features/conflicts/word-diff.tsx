import { useMemo } from 'react'
import { diffWords } from '#schema/rules/diff/diff-words.ts'
import classes from './conflict-dialog.module.css'

/**
 * A text with the words marked that the other one does not have. Colour and underline, so that it
 * is seen without colours too.
 */
export function WordDiff({ text, other }: { text: string; other: string }) {
  const runs = useMemo(
    () => diffWords(other, text).filter(({ kind }) => kind !== 'removed'),
    [text, other],
  )
  return (
    <span className={classes.text}>
      {runs.map((run, at) =>
        run.kind === 'added' ? (
          <ins key={at} className={classes.added}>
            {run.text}
          </ins>
        ) : (
          <span key={at}>{run.text}</span>
        ),
      )}
    </span>
  )
}
