import { Trans } from '@lingui/react/macro'
import classes from './board.module.css'

export function Legend({ isDocked }: { isDocked: boolean }) {
  return (
    <p className={classes.legend} data-no-print>
      <Trans>Scores:</Trans> <TintSteps />{' '}
      <span className={classes.keys}>
        {isDocked ? (
          <Trans>
            Arrow keys to move, Enter to go into the details, Esc to come back, O to override.
          </Trans>
        ) : (
          <Trans>Arrow keys to move, Enter for details, O to override.</Trans>
        )}
      </span>
    </p>
  )
}

export function TintSteps() {
  return (
    <>
      <span className={classes.step} data-tint="1">
        &lt; 50
      </span>{' '}
      <span className={classes.step} data-tint="2">
        50–64
      </span>{' '}
      <span className={classes.step} data-tint="3">
        65–79
      </span>{' '}
      <span className={classes.step} data-tint="4">
        80 +
      </span>
    </>
  )
}
