import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { createPortal } from 'react-dom'
import type { Project } from '#schema/entities/project.ts'
import type { Evaluation } from '#schema/rules/evaluation/evaluation.ts'
import { minuteText } from '#client/lib/time-text.ts'
import { serverNow } from '#client/lib/clock.ts'
import { useContentLanguage } from '#client/ui/elements/content-text.tsx'
import { usePrinting } from '#client/ui/browser/use-printing.ts'
import { LensName } from './lens-name.tsx'
import { ScoringChangeList } from './scoring-changes.tsx'
import { TintSteps } from './legend.tsx'
import type { MatrixRow } from './matrix-rows.ts'
import { PrintTable } from './print-table.tsx'
import type { MatrixViewState } from './use-matrix-view.ts'
import type { VendorColumn } from './vendor-columns.ts'
import { WarningText } from './warning-text.tsx'
import classes from './print.module.css'

interface PrintReportProps {
  project: Project
  evaluation: Evaluation
  saved: Evaluation | null
  rows: readonly MatrixRow[]
  columns: readonly VendorColumn[]
  view: MatrixViewState
}

/** Prints the whole matrix as a table. Rendered only while the browser prints. */
export function PrintReport(props: PrintReportProps) {
  return usePrinting() ? createPortal(<Report {...props} />, document.body) : null
}

function Report({ project, evaluation, saved, rows, columns, view }: PrintReportProps) {
  const { t } = useLingui()
  const printed = minuteText(serverNow())
  const { version, organizationName } = project
  return (
    <article className={classes.report} data-print-report>
      <header>
        <p className={classes.kind}>
          <Trans>Evaluation</Trans>
          {organizationName !== '' && <> · {organizationName}</>}
        </p>
        <h1 {...useContentLanguage()}>{project.name}</h1>
        <dl className={classes.facts}>
          {version !== '' && (
            <div>
              <dt>
                <Trans>Version</Trans>
              </dt>
              <dd>{version}</dd>
            </div>
          )}
          <div>
            <dt>
              <Trans>Commitments counted</Trans>
            </dt>
            <dd>
              <LensName lens={view.lens} releases={evaluation.prepared.rows.releases} />
            </dd>
          </div>
          <div>
            <dt>
              <Trans>Printed</Trans>
            </dt>
            <dd>{printed}</dd>
          </div>
          <div>
            <dt>
              <Trans>Shown</Trans>
            </dt>
            <dd>
              <Plural value={rows.length} one="# line" other="# lines" />
              {view.differencesOnly && <>, {t`differences only`}</>}
            </dd>
          </div>
          {project.evaluation.knockOutsApplied && (
            <div>
              <dt>
                <Trans>Knock-outs</Trans>
              </dt>
              <dd>
                <Trans>applied</Trans>
              </dd>
            </div>
          )}
        </dl>
        <p>
          <Trans>Scores:</Trans> <TintSteps /> ·{' '}
          <Trans>⚑ knock-out missed, ✎ value overridden. Unanswered requirements count as 0.</Trans>
        </p>
        {project.scoringChanges !== undefined && (
          <section>
            <h2>
              <Trans>Changed after opening</Trans>
            </h2>
            <ScoringChangeList changes={project.scoringChanges} />
          </section>
        )}
        {saved !== null && (
          <p className={classes.whatIf}>
            <Trans>What-if: the weights on this page are not saved.</Trans>
          </p>
        )}
      </header>
      <PrintTable evaluation={evaluation} rows={rows} columns={columns} />
      {evaluation.warnings.length > 0 && (
        <ul>
          {evaluation.warnings.map((warning) => (
            <li key={JSON.stringify(warning)}>
              <WarningText warning={warning} prepared={evaluation.prepared} />
            </li>
          ))}
        </ul>
      )}
    </article>
  )
}
