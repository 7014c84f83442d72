import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useDatabaseStanding } from '../../lib/database-watch.ts'
import classes from '../../ui/elements/bar.module.css'

/**
 * Tells the person which tab to reload or close if two versions of the application share one
 * database, or if the browser does not open it.
 */
export function DatabaseBar() {
  const { t } = useLingui()
  const standing = useDatabaseStanding()
  if (standing === 'fine') return null
  return (
    <div className={classes.bar} data-tone="amber" role="alert" data-no-print>
      <span className={classes.text}>
        {standing === 'newer' && (
          <Trans>
            A newer version of Tenderbook is open in another tab. Reload this tab to use it too.
            Your text is kept.
          </Trans>
        )}
        {standing === 'blocked' && (
          <Trans>
            An older version of Tenderbook is open in another tab. Close your other Tenderbook tabs
            to continue here.
          </Trans>
        )}
        {standing === 'silent' && (
          <Trans>
            The browser does not open the storage of this device yet. If this message stays, close
            all Tenderbook tabs and open one again. Your work is kept.
          </Trans>
        )}
      </span>
      {standing === 'newer' && (
        <Button size="compact-xs" onClick={() => location.reload()}>{t`Reload`}</Button>
      )}
    </div>
  )
}
