import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Project } from '#schema/entities/project.ts'
import type { Evaluation } from '#schema/rules/evaluation/evaluation.ts'
import { formatDate } from '#schema/rules/format.ts'
import { LensName } from './lens-name.tsx'
import type { MatrixViewState } from './use-matrix-view.ts'
import { WarningText } from './warning-text.tsx'
import classes from './board.module.css'

interface BoardSummaryProps {
  project: Project
  evaluation: Evaluation
  view: MatrixViewState
  lineCount: number
  /** In a what-if, leave out warnings about totals: its bar shows them. */
  isWhatIf: boolean
}

/** One line: what the scores are based on, and what they leave out. */
export function BoardSummary({
  project,
  evaluation,
  view,
  lineCount,
  isWhatIf,
}: BoardSummaryProps) {
  const { t } = useLingui()
  const { version } = project
  const day = project.deadline === null ? null : formatDate(project.deadline.date)
  const warnings = evaluation.warnings.filter(
    (warning) => !isWhatIf || warning.kind === 'nothingToScore',
  )
  return (
    <div className={classes.summary}>
      <p>
        <LensName lens={view.lens} releases={evaluation.prepared.rows.releases} />
        {version !== '' && (
          <>
            {' '}
            · <Trans>Version {version}</Trans>
          </>
        )}
        {day !== null && (
          <>
            {' '}
            · <Trans>answers until {day}</Trans>
          </>
        )}
        {' · '}
        <Plural value={lineCount} one="# line" other="# lines" />
        {project.evaluation.knockOutsApplied && (
          <>
            {' '}
            · <strong>{t`knock-outs applied`}</strong>
          </>
        )}
      </p>
      {warnings.length > 0 && (
        <details className={classes.warnings}>
          <summary>
            <IconAlertTriangle size={14} aria-hidden />{' '}
            <Plural
              value={warnings.length}
              one="# note on the weights"
              other="# notes on the weights"
            />
          </summary>
          <ul>
            {warnings.map((warning) => (
              <li key={JSON.stringify(warning)}>
                <WarningText warning={warning} prepared={evaluation.prepared} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
