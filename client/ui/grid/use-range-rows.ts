import { useEffect, useRef } from 'react'
import type { GridStore } from './grid-store.ts'
import type { GridLatest } from './grid-edit-scope.ts'

/** Reports the rows of a multi-row range whenever they change. */
export function useRangeRows<Row>(
  store: GridStore,
  latest: GridLatest<Row>,
  isReported: boolean,
): void {
  const reported = useRef<readonly string[]>([])
  useEffect(() => {
    if (!isReported) return
    return store.subscribe(() => {
      const { top, bottom } = store.range()
      const covered = top >= 0 && bottom > top ? store.rowIds().slice(top, bottom + 1) : []
      if (
        covered.length === reported.current.length &&
        covered[0] === reported.current[0] &&
        covered.at(-1) === reported.current.at(-1)
      )
        return
      reported.current = covered
      latest.current.props.onRangeRows?.(covered)
    })
  }, [store, latest, isReported])
}
