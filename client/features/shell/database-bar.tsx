import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useDatabaseStanding } from '../../lib/database-watch.ts'
import classes from '../../ui/bar.module.css'

/** Two versions of the application meet on one database: says which tab has to give way. */
export function DatabaseBar() {
  const { t } = useLingui()
  const standing = useDatabaseStanding()
  if (standing === 'fine') return null
  return (
    <div className={classes.bar} data-tone="amber" role="alert" data-no-print>
      <span className={classes.text}>
        {standing === 'newer'
          ? <Trans>A newer version of Tenderbook runs in another tab. Load this one again, so that both work in the same way; what you typed is kept.</Trans>
          : <Trans>Another tab still runs a former version of Tenderbook. Close the other tabs of Tenderbook: this one goes on by itself then.</Trans>}
      </span>
      {standing === 'newer' && <Button size="compact-xs" onClick={() => location.reload()}>{t`Load again`}</Button>}
    </div>
  )
}
