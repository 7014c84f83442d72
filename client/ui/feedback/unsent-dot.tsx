import { useLingui } from '@lingui/react/macro'
import classes from './unsent-dot.module.css'

/** Marks data that the server has not received yet. */
export function UnsentDot() {
  const { t } = useLingui()
  return (
    <span className={classes.dot} role="img" aria-label={t`Not sent yet`} title={t`Not sent yet`} />
  )
}
