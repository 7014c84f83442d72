import { useEffect, useState } from 'react'
import { readKeeps, seenNow } from '#sync/browser/storage/kept-projects.ts'
import { serverNow } from './clock.ts'
import { currentDevice } from './device.ts'

/**
 * When the person's last visit to the project on this device ended, in ms by the server's clock;
 * null = first visit, or not known yet.
 */
export const useLastVisit = (projectId: string): number | null => {
  const [on, setOn] = useState<number | null>(null)
  useEffect(() => {
    let isCurrent = true
    const database = currentDevice()?.database
    setOn(null)
    if (database === undefined) return
    readKeeps(database).then(
      (keeps) => {
        const known = keeps.get(projectId)
        // Apply the worker's rule here, since the worker may or may not have recorded this visit
        // yet.
        const lastVisitOn = known === undefined ? null : seenNow(Date.now())(known).lastVisitOn
        if (isCurrent && lastVisitOn !== null) setOn(lastVisitOn + serverNow() - Date.now())
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [projectId])
  return on
}
