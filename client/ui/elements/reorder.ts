import type { KeyboardEvent } from 'react'

/** The id to follow (null = first) after one step up or down; undefined = no such step. */
export const stepAfter = (
  ids: readonly string[],
  id: string,
  step: -1 | 1,
): string | null | undefined => {
  const index = ids.indexOf(id)
  if (index < 0) return undefined
  if (step === -1) return index === 0 ? undefined : (ids[index - 2] ?? null)
  return ids[index + 1]
}

/** Moves a focused row with Alt and an arrow key. */
export const onReorderKeys =
  (ids: readonly string[], id: string, move: (after: string | null) => void) =>
  (event: KeyboardEvent): void => {
    if (
      !event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')
    )
      return
    event.preventDefault()
    event.stopPropagation()
    const after = stepAfter(ids, id, event.key === 'ArrowUp' ? -1 : 1)
    if (after !== undefined) move(after)
  }
