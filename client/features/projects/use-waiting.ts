import { useEffect, useRef, useState } from 'react'
import type { Waiting } from '#schema/api/projects-service/project-replies.ts'
import { api } from '../../lib/api.ts'
import { useLocalSetting } from '../../lib/local-settings.ts'
import { useHome } from '../../lib/project-store.ts'
import { useSession } from '../../lib/session.ts'
import { useSyncStatus } from '../../lib/sync-status.ts'

const POLL_MS = 60_000

/** What the server said last, and when it said so: ms by this device's clock. */
interface Answer {
  at: number
  items: readonly Waiting[]
}
const UNKNOWN: Answer = { at: 0, items: [] }

export interface WaitingView {
  items: readonly Waiting[]
  /** When the counts were true; null while they are. 0 = the server has not answered yet. */
  staleSince: number | null
}

/**
 * What waits for the person in all their projects. Only the server knows it; its last answer stays
 * in sight without a network, with its time.
 */
export function useWaiting(): WaitingView {
  const organizationId = useSession()?.organizationId ?? 0
  const [answer, keep] = useLocalSetting<Answer>(`waiting.${organizationId}`, UNKNOWN)
  const [isFresh, setFresh] = useState(false)
  const isOffline = useSyncStatus().phase === 'offline'
  const { projects } = useHome()
  const latest = useRef(keep)
  useEffect(() => {
    latest.current = keep
  })
  useEffect(() => {
    setFresh(false)
    if (isOffline) return
    let isCurrent = true
    const ask = () => {
      if (document.visibilityState === 'hidden') return
      api.projects.waiting({}).then(
        (items) => {
          if (!isCurrent) return
          latest.current({ at: Date.now(), items })
          setFresh(true)
        },
        () => isCurrent && setFresh(false),
      )
    }
    ask()
    const timer = setInterval(ask, POLL_MS)
    window.addEventListener('focus', ask)
    return () => {
      isCurrent = false
      clearInterval(timer)
      window.removeEventListener('focus', ask)
    }
  }, [organizationId, isOffline, projects])
  return { items: answer.items, staleSince: isFresh ? null : answer.at }
}
