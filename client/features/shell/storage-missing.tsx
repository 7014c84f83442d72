import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import classes from './storage-missing.module.css'

/**
 * Replaces the application if the browser allows no storage, because no edit could be kept safely.
 */
export function StorageMissing({ onGoOn }: { onGoOn: () => void }) {
  const { t } = useLingui()
  return (
    <main className={classes.page}>
      <title>{t`Tenderbook cannot store anything`}</title>
      <h1>
        <Trans>Tenderbook cannot store anything in this browser</Trans>
      </h1>
      <p>
        <Trans>
          Tenderbook saves your work on this device first, so that nothing is lost offline. This
          window does not allow that.
        </Trans>
      </p>
      <ul>
        <li>
          <Trans>If this is a private window, open the same address in a normal window.</Trans>
        </li>
        <li>
          <Trans>
            Otherwise allow this site to store data in your browser's settings, under cookies and
            site data.
          </Trans>
        </li>
        <li>
          <Trans>If the disk is full, free some space.</Trans>
        </li>
      </ul>
      <Button onClick={() => location.reload()}>{t`Try again`}</Button>{' '}
      <Button variant="default" onClick={onGoOn}>{t`Go on without storing`}</Button>
      <p>
        <Trans>
          Without storage you can work while there is a connection. What is unsent is lost when the
          page is closed or loaded again.
        </Trans>
      </p>
    </main>
  )
}
