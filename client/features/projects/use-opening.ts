import { useCallback, useEffect, useState } from 'react'
import { openings, type OpeningState } from '#schema/api/projects-service/openings.ts'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { isOpeningEarly } from '#schema/rules/project/opening.ts'
import { serverNow } from '../../lib/clock.ts'
import { callsOf } from '../../lib/api.ts'
import { useSyncStatus } from '../../lib/sync-status.ts'

export const openingCalls = callsOf(openings)
const POLL_MS = 20_000

export interface OpeningView {
  /** Null until the server has answered, and if the answers are not sealed. */
  state: OpeningState | null
  reload: () => void
}

/** The request for an early opening. Only the server knows it, so it is polled. */
export function useOpening(project: ProjectSummary): OpeningView {
  const { id, me } = project
  const [state, setState] = useState<OpeningState | null>(null)
  const [round, setRound] = useState(0)
  const isOffline = useSyncStatus().phase === 'offline'
  const isAsked = me.relation !== 'vendor' && isOpeningEarly(project, serverNow())
  useEffect(() => {
    if (!isAsked || isOffline) return setState(null)
    let isCurrent = true
    const ask = () =>
      openingCalls.get({ params: { id } }).then(
        (next) => isCurrent && setState(next),
        () => undefined,
      )
    void ask()
    const timer = setInterval(() => void ask(), POLL_MS)
    const onFocus = () => void ask()
    window.addEventListener('focus', onFocus)
    return () => {
      isCurrent = false
      clearInterval(timer)
      window.removeEventListener('focus', onFocus)
    }
  }, [id, isAsked, isOffline, round])
  return { state, reload: useCallback(() => setRound((before) => before + 1), []) }
}
