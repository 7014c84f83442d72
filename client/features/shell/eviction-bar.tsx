import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { dismissEviction, useEvicted } from '../../lib/eviction.ts'
import classes from '../../ui/bar.module.css'

/** The browser cleared this origin's storage by itself: whoever had unsent work has to know. */
export function EvictionBar() {
  const { t } = useLingui()
  if (!useEvicted()) return null
  return (
    <div className={classes.bar} data-tone="amber" role="alert" data-no-print>
      <span className={classes.text}>
        <Trans>This browser has cleared what was stored on this device. Everything the server has is fetched again; edits that were not sent from here are lost, unless you downloaded them. Installing the application protects its storage.</Trans>
      </span>
      <Button size="compact-xs" variant="default" onClick={dismissEviction}>{t`Understood`}</Button>
    </div>
  )
}
