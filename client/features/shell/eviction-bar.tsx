import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { dismissEviction, useEvicted } from '../../lib/eviction.ts'
import classes from '../../ui/elements/bar.module.css'

/**
 * Tells the person that the browser has cleared the origin's storage, which may have held unsent
 * work.
 */
export function EvictionBar() {
  const { t } = useLingui()
  if (!useEvicted()) return null
  return (
    <div className={classes.bar} data-tone="amber" role="alert" data-no-print>
      <span className={classes.text}>
        <Trans>
          Your browser cleared Tenderbook's data on this device. Everything on the server is
          downloaded again. Edits not sent from this device are lost unless you downloaded them.
          Install the app to protect its storage.
        </Trans>
      </span>
      <Button size="compact-xs" variant="default" onClick={dismissEviction}>{t`OK`}</Button>
    </div>
  )
}
