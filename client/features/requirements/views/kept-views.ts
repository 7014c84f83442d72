import type { TableView } from '#schema/entities/table-view.ts'

/** A view that was saved or deleted (`saved` is null) and not sent to the server yet. */
export interface ViewChange {
  id: string
  saved: Pick<TableView, 'name' | 'isShared' | 'content'> | null
}
/** The views of a document that this device knows. */
export interface Kept {
  views: readonly TableView[]
  /** Unsent changes, oldest first, at most one per view. */
  unsent: readonly ViewChange[]
}
export const NOTHING_KEPT: Kept = { views: [], unsent: [] }

const byName = (one: TableView, other: TableView): number => one.name.localeCompare(other.name)

const applied = (views: readonly TableView[], { id, saved }: ViewChange): TableView[] => {
  const others = views.filter((view) => view.id !== id)
  if (saved === null) return others
  const isOwn = views.find((view) => view.id === id)?.isOwn ?? true
  return [...others, { id, ...saved, isOwn, updatedOn: 0 }].toSorted(byName)
}

/** Applies a change locally; it is sent later. */
export const withChange = ({ views, unsent }: Kept, change: ViewChange): Kept => ({
  views: applied(views, change),
  unsent: [...unsent.filter(({ id }) => id !== change.id), change],
})

/** The views from the server, with the unsent local changes applied on top. */
export const withServer = ({ unsent }: Kept, views: readonly TableView[]): Kept => ({
  views: unsent.reduce<TableView[]>(applied, [...views].toSorted(byName)),
  unsent,
})
