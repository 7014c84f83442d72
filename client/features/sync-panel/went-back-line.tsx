import { Plural, Trans } from '@lingui/react/macro'
import { useSyncStatus } from '../../lib/sync-status.ts'
import { lastText } from '../../lib/time-text.ts'
import { useTicking } from './use-ticking.ts'
import classes from './sync-panel.module.css'

/** How long the panel says that the server was put back. */
const SAID_MS = 7 * 86_400_000

/** Says that the server lost what this device had sent, and that it is sent again. */
export function WentBackLine() {
  const { wentBack } = useSyncStatus()
  const now = useTicking(60_000)
  if (wentBack === null || now - wentBack.at > SAID_MS) return null
  const clock = lastText(wentBack.at, now)
  return (
    <p className={classes.dim} role="status">
      <Trans>The server was put back to an earlier state (noticed {clock}).</Trans>{' '}
      {wentBack.edits > 0 && (
        <Plural
          value={wentBack.edits}
          one="# edit of this device was put in the queue again."
          other="# edits of this device were put in the queue again."
        />
      )}{' '}
      <Trans>Check new projects, access and project states: they may be as they were before.</Trans>
    </p>
  )
}
