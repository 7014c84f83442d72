import { Plural, Trans } from '@lingui/react/macro'
import type { WaitingWork } from '../../lib/waiting-work.ts'
import { WaitingDeadline } from './waiting-deadline.tsx'

/** How much unsent work this device keeps for an organization, and until when it can be sent. */
export function WaitingText({ work: { unsent, deadlines } }: { work: WaitingWork }) {
  return (
    <>
      {unsent === null ? (
        <Trans>You have unsent work on this device.</Trans>
      ) : (
        <Plural
          value={unsent}
          one="You have # unsent edit on this device."
          other="You have # unsent edits on this device."
        />
      )}
      <WaitingDeadline deadlines={deadlines} />
    </>
  )
}
