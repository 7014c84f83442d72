import { useMinute } from '../../lib/use-minute.ts'
import { exactText, momentText } from '../../lib/time-text.ts'
import classes from './moment.module.css'

interface MomentProps {
  /** ms */
  at: number
  /** Inside of a link or button: its focus shows the exact time, and there is no second stop. */
  isInLink?: boolean
}

/**
 * When something happened, as “5 minutes ago”; the exact time on hover and on focus. A date with
 * its time is exact enough to be no stop of the keyboard.
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
      {...(isInLink || !isRelative ? {} : { tabIndex: 0, 'aria-label': `${shown}, ${exact}` })}
    >
      {shown}
    </time>
  )
}
