/** The rows and columns that one render of the grid shows, in their order. */
export interface GridModel {
  rowIds: readonly string[]
  columnIds: readonly string[]
  /** -1 = the grid does not show the row. */
  indexOfRow: (rowId: string) => number
}

export const gridModel = (rowIds: readonly string[], columnIds: readonly string[]): GridModel => {
  let indexes: Map<string, number> | null = null
  return {
    rowIds,
    columnIds,
    indexOfRow: (rowId) => {
      indexes ??= new Map(rowIds.map((id, index) => [id, index]))
      return indexes.get(rowId) ?? -1
    },
  }
}

export const EMPTY_MODEL = gridModel([], [])
