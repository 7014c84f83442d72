import { useLingui } from '@lingui/react/macro'
import classes from './skeleton.module.css'

/** Grey lines, only for a first load; data on the device is shown at once. */
export function Skeleton({ lines = 6 }: { lines?: number }) {
  const { t } = useLingui()
  return (
    <div className={classes.skeleton} role="status" aria-label={t`Loading`}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={classes.line} style={{ width: `${92 - ((line * 23) % 40)}%` }} />
      ))}
    </div>
  )
}
