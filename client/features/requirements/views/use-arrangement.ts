import { useCallback, useMemo } from 'react'
import * as v from 'valibot'
import { PLAIN_ARRANGEMENT, TableArrangement } from '#schema/entities/table-view.ts'
import { useLocalSetting } from '#client/lib/local-settings.ts'
import { nextSort } from '#client/ui/grid/grid-sort.ts'
import type { GridLayout } from '#client/ui/grid/grid-types.ts'

/**
 * Parse each part separately, so that one invalid part (from an older version, or edited by hand)
 * resets only that part.
 */
const Kept = v.fallback(
  v.object({
    order: v.fallback(TableArrangement.entries.order, PLAIN_ARRANGEMENT.order),
    hidden: v.fallback(TableArrangement.entries.hidden, PLAIN_ARRANGEMENT.hidden),
    shown: v.fallback(TableArrangement.entries.shown, undefined),
    widths: v.fallback(TableArrangement.entries.widths, PLAIN_ARRANGEMENT.widths),
    sort: v.fallback(TableArrangement.entries.sort, PLAIN_ARRANGEMENT.sort),
    isGrouped: v.fallback(TableArrangement.entries.isGrouped, false),
    isWrapped: v.fallback(TableArrangement.entries.isWrapped, false),
  }),
  PLAIN_ARRANGEMENT,
)

/** How this person has arranged the table of a document on this device. */
export function useArrangement(side: 'requirements' | 'answers', documentId: string) {
  const [kept, keep] = useLocalSetting<unknown>(`grid.${side}.${documentId}`, PLAIN_ARRANGEMENT)
  const arrangement = useMemo(() => v.parse(Kept, kept), [kept])
  const { order, hidden, shown, widths, sort } = arrangement
  const layout = useMemo<GridLayout>(
    () => ({ order, hidden, shown, widths }),
    [order, hidden, shown, widths],
  )
  const arrange = useCallback(
    (patch: Partial<TableArrangement>) => keep({ ...arrangement, ...patch }),
    [arrangement, keep],
  )
  const setLayout = useCallback(
    ({ order, hidden, shown, widths }: GridLayout) =>
      arrange({
        order: [...order],
        hidden: [...hidden],
        shown: shown && [...shown],
        widths: { ...widths },
      }),
    [arrange],
  )
  const onSort = useCallback(
    (columnId: string, isAdded: boolean) => arrange({ sort: nextSort(sort, columnId, isAdded) }),
    [arrange, sort],
  )
  return { arrangement, arrange, layout, setLayout, sort, onSort }
}
