import { useLingui } from '@lingui/react/macro'
import { showProfile } from '../../lib/profile-dialog.ts'
import classes from './person-name.module.css'

/** A person's name as a button that opens their profile. */
export function PersonName({ userId, name }: { userId: number; name: string }) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      className={classes.name}
      aria-haspopup="dialog"
      title={t`Personal information`}
      onClick={() => showProfile(userId)}
    >
      {name}
    </button>
  )
}
