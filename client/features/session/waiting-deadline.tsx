import { Trans } from '@lingui/react/macro'
import { serverNow } from '../../lib/clock.ts'
import { minuteText } from '../../lib/time-text.ts'

/**
 * Until when waiting work can be sent: the next deadline (ms) to come. If all have passed, the last
 * one, and that it has passed.
 */
export function WaitingDeadline({ deadlines }: { deadlines: readonly number[] }) {
  if (deadlines.length === 0) return null
  const now = serverNow()
  const toCome = deadlines.filter((at) => at > now)
  return (
    <>
      {' '}
      {toCome.length === 0 ? (
        <Trans>Its deadline was {minuteText(Math.max(...deadlines))}.</Trans>
      ) : (
        <Trans>Must be sent by {minuteText(Math.min(...toCome))}.</Trans>
      )}
    </>
  )
}
