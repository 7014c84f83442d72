import classes from './progress-bar.module.css'

/** A progress bar; its number is always shown as text beside it. */
interface ProgressBarProps {
  value: number
  /** Drawn as a second segment after the value. */
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
