import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { findWaitingWork, type WaitingWork } from '../../lib/waiting-work.ts'
import bar from '../../ui/elements/bar.module.css'
import { WaitingDeadline } from './waiting-deadline.tsx'

/** Shows unsent work that is sealed on this device for another organization of the person. */
export function WaitingElsewhereBar({ switchOrganization }: { switchOrganization: () => void }) {
  const { t } = useLingui()
  const waiting = useWaitingElsewhere()
  const [isClosed, setClosed] = useState(false)
  if (waiting.length === 0 || isClosed) return null
  const unsent = waiting.reduce((sum, one) => sum + (one.unsent ?? 0), 0)
  return (
    <div className={bar.bar} data-tone="amber" role="status" data-no-print>
      <span className={bar.text}>
        {unsent === 0 ? (
          <Trans>You have unsent work for another organization on this device, sealed.</Trans>
        ) : (
          <Plural
            value={unsent}
            one="You have # unsent edit for another organization on this device, sealed."
            other="You have # unsent edits for another organization on this device, sealed."
          />
        )}
        <WaitingDeadline deadlines={waiting.flatMap((one) => one.deadlines)} />
      </span>
      <Button size="compact-xs" onClick={switchOrganization}>{t`Switch organization…`}</Button>
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => setClosed(true)}
      >{t`Later`}</Button>
    </div>
  )
}

const useWaitingElsewhere = (): readonly WaitingWork[] => {
  const session = useSession()
  const [waiting, setWaiting] = useState<readonly WaitingWork[]>([])
  useEffect(() => {
    let isCurrent = true
    if (session === null) return
    findWaitingWork(session).then(
      (found) => {
        if (isCurrent) setWaiting(found)
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [session])
  return waiting
}
