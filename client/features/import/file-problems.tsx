import { Trans } from '@lingui/react/macro'
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
  return (
    <div className={classes.problems}>
      <p className={own.problemsTitle}>
        <Trans>{fileName} was not imported. Nothing was changed.</Trans>
      </p>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.code} ${problem.detail.address ?? ''} ${problem.detail.line ?? ''}`}>
            {fileProblemText(problem)}
          </li>
        ))}
      </ul>
    </div>
  )
}
