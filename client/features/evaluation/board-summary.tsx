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
  /** The bar of the what-if speaks about totals itself. */
  isWhatIf: boolean
}

/** One line on what the numbers are, and what was left out of them. */
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
