/** The rows and columns of one render, in order. */
export interface GridModel {
  rowIds: readonly string[]
  columnIds: readonly string[]
  /** -1 = the row is not shown. */
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
