import { Trans, useLingui } from '@lingui/react/macro'
import type { Override } from '#schema/entities/commitment.ts'
import type { Parameter } from '#schema/entities/parameter.ts'
import {
  type OverrideChange,
  overrideChanges,
} from '#schema/rules/evaluation/evaluation-overrides.ts'
import { exactText } from '../../lib/time-text.ts'
import { valueText } from './override-value.ts'
import classes from './evidence.module.css'

/** Lists who overrode the value, when and why, newest first. */
export function OverrideHistory({ override, field }: { override: Override; field: Parameter }) {
  const { t } = useLingui()
  return (
    <ol className={classes.history} aria-label={t`History of the override`}>
      {overrideChanges(override).map((change) => (
        <HistoryLine key={`${change.on}${change.reason}`} change={change} field={field} />
      ))}
    </ol>
  )
}

function HistoryLine({
  change: { kind, to, reason, by, on },
  field,
}: {
  change: OverrideChange
  field: Parameter
}) {
  const time = exactText(on)
  return (
    <li>
      <strong>{kind === 'removed' ? <Trans>removed</Trans> : valueText(field, to)}</strong> {reason}
      <div className={classes.dim}>
        {by.name}, {time}
      </div>
    </li>
  )
}
