import { useMinute } from '../lib/use-minute.ts'
import { exactText, momentText } from '../lib/time-text.ts'
import classes from './moment.module.css'

interface MomentProps {
  /** ms */
  at: number
  /** Inside of a link or button: its focus shows the exact time, and there is no second stop. */
  isInLink?: boolean
}

/** When something happened, as “5 minutes ago”; the exact time on hover and on focus. */
export function Moment({ at, isInLink = false }: MomentProps) {
  const now = useMinute()
  const [shown, exact] = [momentText(at, now), exactText(at)]
  return (
    <time
      className={classes.moment} dateTime={new Date(at).toISOString()} title={exact}
      {...(isInLink ? {} : { 'tabIndex': 0, 'aria-label': `${shown}, ${exact}` })}
    >{shown}</time>
  )
}
