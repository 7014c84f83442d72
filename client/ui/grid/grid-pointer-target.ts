import type { CellIndex } from './grid-place.ts'

/** Selects the cells of rows: the row's header among them, the checkbox not. */
export const ROW_CELL = ':is([role="gridcell"], [role="rowheader"]):not([data-check])'

export const rowIdAt = (element: Element): string | undefined =>
  element.closest<HTMLElement>('[data-row]')?.dataset.row

export interface CellTarget extends CellIndex {
  rowId: string
}

interface TargetInput {
  indexOfRow: (rowId: string) => number
  isCheckable: boolean
}

/** The cell of an event; null outside cells and on a row's checkbox. */
export const cellAt = (target: EventTarget | null, input: TargetInput): CellTarget | null => {
  const element =
    target instanceof Element ? target.closest<HTMLElement>(`[data-row] > ${ROW_CELL}`) : null
  const rowId = element ? rowIdAt(element) : undefined
  if (!element || rowId === undefined) return null
  return {
    row: input.indexOfRow(rowId),
    column: Number(element.ariaColIndex) - (input.isCheckable ? 2 : 1),
    rowId,
  }
}

/** Sets the title of a cell with truncated text, so that hovering shows all of it. */
export const titleCutText = (target: HTMLElement): void => {
  const cell = target.closest<HTMLElement>(`${ROW_CELL}, [role="columnheader"]`)
  if (cell && cell.title === '' && cell.scrollWidth > cell.clientWidth) cell.title = cell.innerText
}
