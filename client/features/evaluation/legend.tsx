import { Trans } from '@lingui/react/macro'
import classes from './board.module.css'

export function Legend({ isDocked }: { isDocked: boolean }) {
  return (
    <p className={classes.legend} data-no-print>
      <Trans>Number and colour:</Trans>{' '}
      <TintSteps />{' '}
      <span className={classes.keys}>
        {isDocked
          ? <Trans>Arrows move and the evidence follows, Enter goes into it, Esc comes back, o overrides.</Trans>
          : <Trans>Arrows move, Enter shows the sum or the evidence, o overrides.</Trans>}
      </span>
    </p>
  )
}

export function TintSteps() {
  return (
    <>
      <span className={classes.step} data-tint="1">&lt; 50</span> <span className={classes.step} data-tint="2">50–64</span>{' '}
      <span className={classes.step} data-tint="3">65–79</span> <span className={classes.step} data-tint="4">80 +</span>
    </>
  )
}
