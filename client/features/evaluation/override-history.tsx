import { Trans, useLingui } from '@lingui/react/macro'
import type { Override } from '#schema/entities/commitment.ts'
import {
  type OverrideChange,
  overrideChanges,
} from '#schema/rules/evaluation/evaluation-overrides.ts'
import { overridePercent } from '#schema/rules/evaluation/evaluation-prepare.ts'
import type { Statement } from '#schema/rules/evaluation/evaluation-rows.ts'
import { exactText } from '../../lib/time-text.ts'
import { percentText } from './percent-text.ts'
import classes from './evidence.module.css'

/** Lists who overrode the value, when and why, newest first. */
export function OverrideHistory({
  override,
  statement,
}: {
  override: Override
  statement: Statement
}) {
  const { t } = useLingui()
  return (
    <ol className={classes.history} aria-label={t`History of the override`}>
      {overrideChanges(override).map((change) => (
        <HistoryLine key={`${change.on}${change.reason}`} change={change} statement={statement} />
      ))}
    </ol>
  )
}

function HistoryLine({
  change: { kind, to, reason, by, on },
  statement,
}: {
  change: OverrideChange
  statement: Statement
}) {
  const time = exactText(on)
  return (
    <li>
      <strong>
        {kind === 'removed' ? <Trans>removed</Trans> : percentText(overridePercent(statement, to))}
      </strong>{' '}
      {reason}
      <div className={classes.dim}>
        {by.name}, {time}
      </div>
    </li>
  )
}
