import { useEffect, useSyncExternalStore } from 'react'
import { useParked } from '#client/lib/parked.ts'

/**
 * Rows that a parked edit concerns. One subscription per page fills the set; forty rendered rows
 * only read it.
 */
let ids: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Fills the set of parked rows; mounted once per document page. */
export function useParkedRows(projectId: string): void {
  const parked = useParked(projectId)
  useEffect(() => {
    ids = new Set(
      parked.flatMap(({ args, conflicts }) =>
        conflicts.length > 0 ? conflicts.map(({ id }) => id.split('.')[0] ?? id) : rowIdsOf(args),
      ),
    )
    for (const listener of [...listeners]) listener()
  }, [parked])
}

export const useNeedsYou = (requirementId: string): boolean =>
  useSyncExternalStore(subscribe, () => ids.has(requirementId))

/** Whether a row needs a decision, without a subscription. */
export const doesNeedYou = (requirementId: string): boolean => ids.has(requirementId)

/** The row ids in a command's arguments. */
export function rowIdsOf(args: unknown): string[] {
  if (typeof args !== 'object' || args === null) return []
  const { requirementId, id, ids: many, items } = args as Record<string, unknown>
  return [
    ...[requirementId, id].filter((one) => typeof one === 'string'),
    ...(Array.isArray(many) ? many.filter((one) => typeof one === 'string') : []),
    ...(Array.isArray(items) ? items.flatMap(rowIdsOf) : []),
  ]
}
