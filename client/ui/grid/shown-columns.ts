import type { GridColumn, GridLayout } from './grid-types.ts'

type Choosable = Pick<GridColumn<never>, 'id' | 'required' | 'optional'>

/** Whether the person sees the column. An optional column stays hidden until it is chosen. */
export const isColumnShown = (
  { id, required, optional }: Choosable,
  { hidden, shown = [] }: GridLayout,
): boolean => required === true || (optional === true ? shown.includes(id) : !hidden.includes(id))

/** The layout after the person shows or hides a column. */
export const withColumn = (
  layout: GridLayout,
  { id, optional }: Choosable,
  isShown: boolean,
): GridLayout => {
  const list = optional === true ? 'shown' : 'hidden'
  const others = (layout[list] ?? []).filter((one) => one !== id)
  return { ...layout, [list]: isShown === (optional === true) ? [...others, id] : others }
}
