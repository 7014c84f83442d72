import { Plural, Trans } from '@lingui/react/macro'
import { minuteText } from '../../lib/time-text.ts'
import type { WaitingWork } from '../../lib/waiting-work.ts'

/** How much waits here for one organization, and until when it can be sent. */
export function WaitingText({ work: { unsent, deadlineAt } }: { work: WaitingWork }) {
  return (
    <>
      {unsent === null ? <Trans>Unsent work of yours waits on this device.</Trans> : <Plural value={unsent} one="# unsent edit of yours waits on this device." other="# unsent edits of yours wait on this device." />}
      {deadlineAt !== null && <>{' '}<Trans>It can be sent until {minuteText(deadlineAt)}.</Trans></>}
    </>
  )
}
