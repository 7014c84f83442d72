import { Trans } from '@lingui/react/macro'
import type { Evaluation, NodeLevel } from '#schema/rules/evaluation/evaluation.ts'
import { weightText } from './evaluation-text.ts'
import classes from './evidence.module.css'

interface LensNoteProps {
  evaluation: Evaluation
  level: NodeLevel
}

/**
 * Explains how much a value counts as of the chosen release. Renders nothing if every commitment
 * counts in full.
 */
export function LensNote({ evaluation, level }: LensNoteProps) {
  const {
    options: { lens, settings },
    prepared,
  } = evaluation
  if (lens.kind === 'all') return null
  const found = prepared.rows.releases.find((row) => row.number === lens.release)
  const release = found?.version ?? String(lens.release)
  const later = weightText(settings.futureCredit * 100)
  const unplanned = weightText(settings.unplannedCredit * 100)
  return (
    <p className={classes.weightNote}>
      {level === 'requirement' ? (
        <Trans>
          Release counts: the part of the value that counts as of release {release}. It is 100 % of
          what is available by then, {later} % of what is planned for a later release, and{' '}
          {unplanned} % of what is not planned or names no release.
        </Trans>
      ) : (
        <Trans>
          Value: as of release {release}. What is planned for a later release counts {later} %, what
          is not planned or names no release counts {unplanned} %.
        </Trans>
      )}
    </p>
  )
}
