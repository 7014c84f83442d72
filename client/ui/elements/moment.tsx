import { useMinute } from '../../lib/use-minute.ts'
import { exactText, momentText } from '../../lib/time-text.ts'
import classes from './moment.module.css'

interface MomentProps {
  /** Time in ms. */
  at: number
  /**
   * Inside a link or button, whose focus shows the exact time, so that there is no second tab stop.
   */
  isInLink?: boolean
}

/**
 * The age of an event, such as “5 minutes ago”, with the exact time on hover and focus. If the
 * shown text is already a date and time, it needs no tab stop.
 */
export function Moment({ at, isInLink = false }: MomentProps) {
  const now = useMinute()
  const [shown, exact] = [momentText(at, now), exactText(at)]
  const isRelative = !exact.startsWith(shown)
  return (
    <time
      className={classes.moment}
      dateTime={new Date(at).toISOString()}
      title={exact}
      data-relative={isRelative || undefined}
      {...(isInLink || !isRelative ? {} : { tabIndex: 0 })}
    >
      {shown}
    </time>
  )
}
