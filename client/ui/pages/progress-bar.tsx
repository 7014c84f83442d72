import classes from './progress-bar.module.css'

/** A bar beside its number: the number is always there as text. */
interface ProgressBarProps {
  value: number
  /** Not there yet: a second part behind the value. */
  waiting?: number
  total: number
  label: string
}

export function ProgressBar({ value, waiting = 0, total, label }: ProgressBarProps) {
  const percentOf = (count: number) => (total === 0 ? 0 : Math.round((count / total) * 100))
  const percent = percentOf(value)
  return (
    <span className={classes.bar} role="img" aria-label={label}>
      <span
        className={classes.fill}
        data-full={percent === 100 || undefined}
        style={{ width: `${percent}%` }}
      />
      {waiting > 0 && (
        <span className={classes.waiting} style={{ width: `${percentOf(waiting)}%` }} />
      )}
    </span>
  )
}
