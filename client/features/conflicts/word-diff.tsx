import { Fragment, useMemo } from 'react'
import { diffWords } from '#schema/rules/diff/diff-words.ts'
import classes from './conflict-dialog.module.css'

/** Marks the words of a text that the other version lacks, by colour and by underline. */
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
          <Fragment key={at}>{run.text}</Fragment>
        ),
      )}
    </span>
  )
}
