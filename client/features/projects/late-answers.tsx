import { Plural, Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { ProjectState } from '#schema/entities/project.ts'
import { minuteText } from '../../lib/time-text.ts'
import { api } from '../../lib/api.ts'
import { useSyncStatus } from '../../lib/sync-status.ts'
import classes from './late-answers.module.css'

type Found = Awaited<ReturnType<typeof api.projects.lateAnswers>>

export const hasLateAnswers = (state: ProjectState): boolean => state !== 'DRAFT' && state !== 'PREPARATION' && state !== 'INITIALIZING'

/** What vendors wrote after the end. Only the server knows; it is asked anew when the network or the state changes. */
export function LateAnswers({ projectId, state }: { projectId: string; state: ProjectState }) {
  const [found, setFound] = useState<Found>([])
  const isOffline = useSyncStatus().phase === 'offline'
  useEffect(() => {
    let isCurrent = true
    if (!isOffline) api.projects.lateAnswers({ params: { id: projectId } }).then((late) => isCurrent && setFound(late), () => isCurrent && setFound([]))
    return () => { isCurrent = false }
  }, [projectId, state, isOffline])
  if (found.length === 0) return null
  return (
    <section className={classes.late} aria-labelledby="late-answers">
      <h3 id="late-answers"><Plural value={found.reduce((sum, { requirements }) => sum + requirements, 0)} one="# late answer" other="# late answers" /></h3>
      <ul>
        {found.map(({ vendorId, name, requirements, latestOn }) => (
          <li key={vendorId}><Trans>{name}: {requirements}, the last on {minuteText(latestOn)}</Trans></li>
        ))}
      </ul>
      <p>
        {state === 'VALIDATION'
          ? <Trans>Written after the deadline and not counted. If you move the project back to Published, they are sent automatically.</Trans>
          : state === 'PUBLISHED'
            ? <Trans>Written after the deadline. They arrive automatically when the vendors' devices are online.</Trans>
            : <Trans>Written after the deadline and not counted. They stay with their authors.</Trans>}
      </p>
    </section>
  )
}
