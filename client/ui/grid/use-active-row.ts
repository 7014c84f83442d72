import { useRef, type FocusEvent } from 'react'
import type { GridStore } from './grid-store.ts'

/** Listeners of the grid that report which row has the focus, and null when it leaves. */
export function useActiveRow(
  store: GridStore,
  onActiveRow: ((rowId: string | null) => void) | undefined,
) {
  const reported = useRef<string | null>(null)
  const report = (rowId: string | null) => {
    if (reported.current === rowId) return
    reported.current = rowId
    onActiveRow?.(rowId)
  }
  return {
    onFocus: () => report(store.activeCell()?.rowId ?? null),
    onBlur: (event: FocusEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) report(null)
    },
    onKeyUp: () => report(store.activeCell()?.rowId ?? null),
  }
}
