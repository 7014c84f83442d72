import { useEffect, useSyncExternalStore } from 'react'
import { useParked } from '#client/lib/parked.ts'

/**
 * Rows that a parked edit is about. One reader per page fills it; rows only look, since a table
 * draws forty of them.
 */
let ids: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Mounted once by each page of a document. */
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

/** The same without a subscription. */
export const doesNeedYou = (requirementId: string): boolean => ids.has(requirementId)

/** Ids of the rows that the arguments of a command name. */
export function rowIdsOf(args: unknown): string[] {
  if (typeof args !== 'object' || args === null) return []
  const { requirementId, id, ids: many, items } = args as Record<string, unknown>
  return [
    ...[requirementId, id].filter((one) => typeof one === 'string'),
    ...(Array.isArray(many) ? many.filter((one) => typeof one === 'string') : []),
    ...(Array.isArray(items) ? items.flatMap(rowIdsOf) : []),
  ]
}
