import { useRef, type FocusEvent } from 'react'
import type { GridStore } from './grid-store.ts'

/** Listeners on the grid that report the focused row, and null when the focus leaves. */
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
