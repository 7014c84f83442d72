import { useEffect, useState } from 'react'
import { serverNow } from './clock.ts'
import { type ParkedEdit, useParked } from './parked.ts'

/** An edit that needs a decision for longer is told like an event. */
const OVERDUE_MS = 3_600_000

const isOverdue = ({ at }: ParkedEdit, now: number): boolean => now - at >= OVERDUE_MS

/** The person's own edits that were refused or parked over an hour ago and still need a decision. */
export const useOverdueEdits = (): ParkedEdit[] => useOverdue(useParked())

/** Those that are overdue at this moment. */
export const useOverdue = (edits: readonly ParkedEdit[]): ParkedEdit[] => {
  const [now, setNow] = useState(serverNow)
  const next = Math.min(...edits.filter((edit) => !isOverdue(edit, now)).map(({ at }) => at))
  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return
    const timer = setTimeout(
      () => setNow(serverNow()),
      Math.max(0, next + OVERDUE_MS - serverNow()),
    )
    return () => clearTimeout(timer)
  }, [next, now])
  return edits.filter((edit) => isOverdue(edit, now))
}
