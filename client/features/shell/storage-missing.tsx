import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import classes from './storage-missing.module.css'

/** In place of the application where the browser lets it store nothing: without that nothing that is written would be safe. */
export function StorageMissing({ onGoOn }: { onGoOn: () => void }) {
  const { t } = useLingui()
  return (
    <main className={classes.page}>
      <title>{t`Tenderbook cannot store anything`}</title>
      <h1><Trans>Tenderbook cannot store anything in this browser</Trans></h1>
      <p><Trans>All that you write is kept on this device first, so that nothing is lost without a network. This window does not allow it.</Trans></p>
      <ul>
        <li><Trans>Is it a private window? Open the same address in an ordinary one.</Trans></li>
        <li><Trans>Otherwise allow this site to store data: in the settings of the browser, under cookies and site data.</Trans></li>
        <li><Trans>Is the disk full? Make room.</Trans></li>
      </ul>
      <Button onClick={() => location.reload()}>{t`Try again`}</Button>{' '}
      <Button variant="default" onClick={onGoOn}>{t`Go on without storing`}</Button>
      <p><Trans>Without storage you can work while there is a connection. What is unsent is lost when the page is closed or loaded again.</Trans></p>
    </main>
  )
}
