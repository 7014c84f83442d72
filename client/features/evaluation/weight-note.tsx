import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Evaluation, NodeLevel } from '#schema/rules/evaluation/evaluation.ts'
import classes from './evidence.module.css'
import { WarningText } from './warning-text.tsx'

/** For each level, explains the weights of its parts. */
const MEANING: { readonly [L in NodeLevel]: () => ReactNode } = {
  project: () => (
    <Trans>Weight: the package’s share of the project in %, as set in the packages.</Trans>
  ),
  package: () => (
    <Trans>Weight: the document’s share of its package in %, as set in the packages.</Trans>
  ),
  document: () => (
    <Trans>
      Weight: the sum of the weights of the statements in the section that count for this vendor.
    </Trans>
  ),
  section: () => (
    <Trans>
      Weight: the sum of the weights of the requirement’s statements that count for this vendor.
    </Trans>
  ),
  requirement: () => (
    <Trans>
      Weight: set at the answer field, 1 if nothing was set, 0 if the field is not scored.
    </Trans>
  ),
}

interface WeightNoteProps {
  evaluation: Evaluation
  level: NodeLevel
  index: number
  /** Some parts do not count, so the shares of the others grow. */
  isRenormalised: boolean
}

/** Explains the weights in a sum and how the shares follow from them. */
export function WeightNote({ evaluation, level, index, isRenormalised }: WeightNoteProps) {
  const packageId =
    level === 'package' ? (evaluation.prepared.layout.packages[index]?.id ?? null) : null
  const isWeighed = level === 'project' || level === 'package'
  const warnings = evaluation.warnings.filter(
    (warning) => isWeighed && warning.kind !== 'nothingToScore' && warning.packageId === packageId,
  )
  return (
    <div className={classes.weightNote}>
      <p>
        {MEANING[level]()}{' '}
        {isRenormalised ? (
          <Trans>
            Share: the weight as a part of the weights that count here; parts that do not count are
            left out.
          </Trans>
        ) : (
          <Trans>Share: the weight as a part of all weights here.</Trans>
        )}
      </p>
      {evaluation.options.weights !== undefined && isWeighed && (
        <p>
          <Trans>These are the weights of your what-if, not the saved ones.</Trans>
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning.kind}>
          <WarningText warning={warning} prepared={evaluation.prepared} />
        </p>
      ))}
    </div>
  )
}
