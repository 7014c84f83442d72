import type { NamedMapping } from '#schema/entities/import-mapping.ts'

export type SavedMapping = Pick<NamedMapping, 'name' | 'isShared' | 'content'>

/** A mapping that was saved or deleted (`saved` is null) and not sent to the server yet. */
export interface MappingChange {
  id: string
  /** The version that the person changed; null = a new mapping. */
  updatedOn: number | null
  saved: SavedMapping | null
  /** The server refused it, so that it is on this device only. */
  isRefused?: boolean
}

const byName = (one: NamedMapping, other: NamedMapping): number =>
  one.name.localeCompare(other.name)

/** The mappings of the server with the unsent changes of this device. */
export const withUnsent = (
  mappings: readonly NamedMapping[],
  unsent: readonly MappingChange[],
): NamedMapping[] => {
  const changed = new Map(unsent.map((change) => [change.id, change]))
  const known = mappings.flatMap((mapping): NamedMapping[] => {
    const change = changed.get(mapping.id)
    if (change === undefined) return [mapping]
    return change.saved === null ? [] : [{ ...mapping, ...change.saved }]
  })
  const made = unsent.flatMap(({ id, saved, updatedOn }): NamedMapping[] =>
    saved === null || mappings.some((one) => one.id === id)
      ? []
      : [{ id, ...saved, isOwn: true, isChangeable: true, updatedOn: updatedOn ?? 0 }],
  )
  return [...known, ...made].toSorted(byName)
}

/**
 * Adds a change to the unsent ones, at most one per mapping: a later one keeps the version that the
 * first one saw, and deleting a mapping that was never sent leaves nothing to send.
 */
export const addChange = (
  unsent: readonly MappingChange[],
  change: MappingChange,
): MappingChange[] => {
  const former = unsent.find(({ id }) => id === change.id)
  const others = unsent.filter(({ id }) => id !== change.id)
  if (former === undefined) return [...others, change]
  if (change.saved === null && former.updatedOn === null) return others
  return [...others, { ...change, updatedOn: former.updatedOn }]
}

/** A change that the server refused because of another one becomes a mapping of the person's own. */
export const asOwnCopy = ({ saved }: MappingChange, id: string): MappingChange | null =>
  saved === null ? null : { id, updatedOn: null, saved: { ...saved, isShared: false } }
