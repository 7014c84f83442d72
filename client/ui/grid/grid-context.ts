import type { CSSProperties } from 'react'
import type { TextLanguage } from '#schema/rules/project/text-language.ts'
import type { GridStore } from './grid-store.ts'
import type { GridColumn, GridEditor, GridProps, GridValue } from './grid-types.ts'

/**
 * What rows and cells share. The object stays the same while the columns do, so that rows do not
 * render needlessly.
 */
export interface GridContext<Row> {
  store: GridStore
  columns: readonly GridColumn<Row>[]
  frozenCount: number
  useRow: GridProps<Row>['useRow']
  /** Style of each frozen column, with its sticky offset. */
  frozenStyles: readonly CSSProperties[]
  isCheckable: boolean
  isMovable: boolean
  rowLabel: GridProps<Row>['rowLabel']
  /** Attributes of the cells that hold texts of the requestors. */
  language: TextLanguage
  /** Callbacks into the latest props of the grid. */
  actions: GridActions
  texts: GridTexts
}

export interface GridActions {
  commit: (
    cell: { rowId: string; columnId: string },
    text: string,
    then: 'stay' | 'down' | 'up' | 'next' | 'previous' | 'blur',
  ) => boolean
  setValue: (cell: { rowId: string; columnId: string }, value: GridValue) => void
  cancel: () => void
  draft: (cell: { rowId: string; columnId: string }, text: string) => void
}

export interface GridTexts {
  checkRow: (name: string) => string
  dragRow: string
  notSent: string
  yes: string
  no: string
}

export const editorOf = <Row>(column: GridColumn<Row>, row: Row): GridEditor | null =>
  typeof column.editor === 'function' ? column.editor(row) : (column.editor ?? null)

export const isReadOnlyCell = <Row>(column: GridColumn<Row>, row: Row): boolean =>
  editorOf(column, row) === null || (column.readOnlyReason?.(row) ?? null) !== null
