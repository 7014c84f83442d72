import { Trans } from '@lingui/react/macro'
import classes from './board.module.css'

export function Legend() {
  return (
    <p className={classes.legend} data-no-print>
      <Trans>Number and colour:</Trans>{' '}
      <TintSteps />{' '}
      <span className={classes.keys}><Trans>Arrows move, Enter shows the sum or the evidence, o overrides.</Trans></span>
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
