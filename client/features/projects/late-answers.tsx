import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { ProjectState } from '#schema/entities/project.ts'
import { minuteText } from '../../lib/time-text.ts'
import { api } from '../../lib/api.ts'
import { useSyncStatus } from '../../lib/sync-status.ts'
import classes from './late-answers.module.css'

type Found = Awaited<ReturnType<typeof api.projects.lateAnswers>>

export const hasLateAnswers = (state: ProjectState): boolean =>
  state !== 'DRAFT' && state !== 'PREPARATION' && state !== 'INITIALIZING'

const countOf = ({ requirements, files, comments }: Found[number]): number =>
  requirements + files + comments

function LateVendor({ name, requirements, files, comments, latestOn }: Found[number]) {
  const { t } = useLingui()
  const parts = [
    requirements > 0 && t`${plural(requirements, { one: '# answer', other: '# answers' })}`,
    files > 0 && t`${plural(files, { one: '# file', other: '# files' })}`,
    comments > 0 &&
      t`${plural(comments, { one: '# question or reply', other: '# questions and replies' })}`,
  ]
  const what = parts.filter((part) => part !== false).join(', ')
  return (
    <li>
      <Trans>
        {name}: {what}, the last on {minuteText(latestOn)}
      </Trans>
    </li>
  )
}

/**
 * Shows what vendors wrote after the deadline. Only the server knows, so it is asked again when the
 * connection or the state changes.
 */
export function LateAnswers({ projectId, state }: { projectId: string; state: ProjectState }) {
  const [found, setFound] = useState<Found>([])
  const isOffline = useSyncStatus().phase === 'offline'
  useEffect(() => {
    let isCurrent = true
    if (!isOffline)
      api.projects.lateAnswers({ params: { id: projectId } }).then(
        (late) => isCurrent && setFound(late),
        () => isCurrent && setFound([]),
      )
    return () => {
      isCurrent = false
    }
  }, [projectId, state, isOffline])
  if (found.length === 0) return null
  return (
    <section className={classes.late} aria-labelledby="late-answers">
      <h3 id="late-answers">
        <Plural
          value={found.reduce((sum, one) => sum + countOf(one), 0)}
          one="# late entry"
          other="# late entries"
        />
      </h3>
      <ul>
        {found.map((one) => (
          <LateVendor key={one.vendorId} {...one} />
        ))}
      </ul>
      <p>
        {state === 'VALIDATION' ? (
          <Trans>
            Written after the deadline and not counted. If you move the project back to Published,
            they are sent automatically.
          </Trans>
        ) : state === 'PUBLISHED' ? (
          <Trans>
            Written after the deadline. They arrive automatically when the vendors' devices are
            online.
          </Trans>
        ) : (
          <Trans>Written after the deadline and not counted. They stay with their authors.</Trans>
        )}
      </p>
    </section>
  )
}
