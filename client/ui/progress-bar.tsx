import classes from './progress-bar.module.css'

/** A bar beside its number: the number is always there as text. */
export function ProgressBar({ value, total, label }: { value: number; total: number; label: string }) {
  const percent = total === 0 ? 0 : Math.round((value / total) * 100)
  return (
    <span className={classes.bar} role="img" aria-label={label}>
      <span className={classes.fill} data-full={percent === 100 || undefined} style={{ width: `${percent}%` }} />
    </span>
  )
}
