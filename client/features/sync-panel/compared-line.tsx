import { Trans, useLingui } from '@lingui/react/macro'
import { type Compared, compareNow, useSyncStatus } from '../../lib/sync-status.ts'
import { clockText } from '../../lib/time-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import classes from './sync-panel.module.css'

/** Says whether this device's copy was compared with the server's, and with what result. */
export function ComparedLine() {
  const { t } = useLingui()
  const { compared, phase, unsent } = useSyncStatus()
  const isQuiet = phase === 'saved' && unsent === 0
  const compare = () => void compareNow().catch((error: unknown) => toast.error(error))
  return (
    <p className={classes.dim} role="status">
      {compared !== null && (
        <>
          <Outcome compared={compared} />{' '}
        </>
      )}
      {isQuiet && (
        <button
          type="button"
          className={classes.file}
          onClick={compare}
        >{t`Compare with the server now`}</button>
      )}
    </p>
  )
}

function Outcome({ compared: { at, outcome, differedAt } }: { compared: Compared }) {
  const clock = clockText(at)
  if (outcome === 'mended')
    return (
      <Trans>
        Compared at {clock}: something was missing or different on this device. It is fetched again
        now.
      </Trans>
    )
  if (outcome === 'differs')
    return (
      <Trans>
        Compared at {clock}: this device differs from the server, and fetching again did not help.
        The operator of the server can see that.
      </Trans>
    )
  if (differedAt === null)
    return <Trans>Compared at {clock}: this device holds the same as the server.</Trans>
  const found = clockText(differedAt)
  return (
    <Trans>
      Compared at {clock}: this device holds the same as the server. A difference found at {found}{' '}
      was put right.
    </Trans>
  )
}
