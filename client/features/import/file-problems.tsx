import { Plural, Trans } from '@lingui/react/macro'
import type { FileProblem } from './import-file-error.ts'
import { fileProblemText } from './import-texts.ts'
import classes from './import-dialog.module.css'
import own from './step-file.module.css'

/** Why a file cannot be read. */
export function FileProblems({
  fileName,
  problems,
}: {
  fileName: string
  problems: readonly FileProblem[]
}) {
  const more = problems.length - MOST_PROBLEMS
  return (
    <div className={classes.problems}>
      <p className={own.problemsTitle}>
        {problems.some(({ detail }) => detail.inFile !== undefined) ? (
          <Trans>The files were not imported. Nothing was changed.</Trans>
        ) : (
          <Trans>{fileName} was not imported. Nothing was changed.</Trans>
        )}
      </p>
      <ul>
        {problems.slice(0, MOST_PROBLEMS).map((problem) => (
          <li
            key={`${problem.detail.inFile ?? ''} ${problem.code} ${problem.detail.address ?? ''} ${problem.detail.line ?? ''}`}
          >
            {fileProblemText(problem)}
          </li>
        ))}
        {more > 0 && (
          <li>
            <Plural value={more} one="and # more" other="and # more" />
          </li>
        )}
      </ul>
    </div>
  )
}
const MOST_PROBLEMS = 100
