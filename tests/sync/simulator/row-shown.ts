import type { Entity, Row } from '#schema/entities/rows.ts'
import type { MemoryState } from '#sync/engine/memory-storage.ts'

/** The row as the person sees it in this state of their device, unsent edits included. */
export const rowShown = <E extends Entity>(
  state: MemoryState,
  entity: E,
  id: string,
): Row<E> | undefined => {
  for (const over of state.overlay.values())
    if (over.entity === entity && over.id === id)
      return (over.row ?? undefined) as Row<E> | undefined
  let best: { no: number; row: Row } | undefined
  for (const held of state.held.values())
    if (held.entity === entity && held.id === id && held.no > (best?.no ?? 0)) best = held
  return best?.row as Row<E> | undefined
}
