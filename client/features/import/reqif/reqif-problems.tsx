import { Plural, Trans } from '@lingui/react/macro'
import classes from '../import-dialog.module.css'
import type { ReqifOutline } from './reqif-questions.ts'
import { reqifProblemText } from './reqif-texts.ts'

const SHOWN = 200

/** What in a file is wrong, by line and identifier. */
export function ReqifProblems({
  problems,
  problemCount,
}: Pick<ReqifOutline, 'problems' | 'problemCount'>) {
  const shown = problems.slice(0, SHOWN)
  const more = problemCount - shown.length
  return (
    <details className={classes.problems} open={problemCount <= 10}>
      <summary>
        <Plural
          value={problemCount}
          one="One thing in this file is wrong and would be left out."
          other="# things in this file are wrong and would be left out."
        />
      </summary>
      <ul>
        {shown.map((problem, index) => {
          const { line, id } = problem
          return (
            // The same problem can occur several times in a line.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              {id === '' ? (
                <Trans>Line {line}</Trans>
              ) : (
                <Trans>
                  Line {line}, {id}
                </Trans>
              )}
              {': '}
              {reqifProblemText(problem)}
            </li>
          )
        })}
        {more > 0 && (
          <li>
            <Plural value={more} one="and one more" other="and # more" />
          </li>
        )}
      </ul>
    </details>
  )
}
