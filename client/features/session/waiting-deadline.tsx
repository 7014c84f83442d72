import { Trans } from '@lingui/react/macro'
import { serverNow } from '../../lib/clock.ts'
import { minuteText } from '../../lib/time-text.ts'

/** Until when waiting work can be sent, or that it is too late for it. */
export function WaitingDeadline({ at }: { at: number }) {
  return at <= serverNow() ? (
    <Trans>Its deadline was {minuteText(at)}.</Trans>
  ) : (
    <Trans>It can be sent until {minuteText(at)}.</Trans>
  )
}
