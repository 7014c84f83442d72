import { useEffect, useRef, useState } from 'react'
import type { Waiting } from '#schema/api/projects-service/project-replies.ts'
import { api } from '../../lib/api.ts'
import { useLocalSetting } from '../../lib/local-settings.ts'
import { useHome } from '../../lib/home-list.ts'
import { useSession } from '../../lib/session.ts'
import { useSyncStatus } from '../../lib/sync-status.ts'

const POLL_MS = 60_000

/** The server's last answer, and its time in ms by this device's clock. */
interface Answer {
  at: number
  items: readonly Waiting[]
}
const UNKNOWN: Answer = { at: 0, items: [] }

export interface WaitingView {
  items: readonly Waiting[]
  /** Time of the last answer if it is no longer current; null = current, 0 = none yet. */
  staleSince: number | null
}

/**
 * What the person has to do in all projects. Only the server knows; offline, the last answer stays
 * visible with its time.
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
