import type { ReactNode } from 'react'
import { editorOf, type GridContext } from './grid-context.ts'
import { type GridGroup, itemAt } from './grid-items.ts'
import type { GridColumn, GridProps } from './grid-types.ts'
import { valueText } from './grid-values.ts'
import classes from './printed-grid.module.css'

const NO_GROUPS: readonly GridGroup[] = []

export interface PrintedGridProps<Row> {
  grid: GridContext<Row>
  table: Pick<GridProps<Row>, 'label' | 'rowIds' | 'groups' | 'readRow'>
}

/** Every row of the grid, in the shown columns. */
export function PrintedGrid<Row>({ grid, table }: PrintedGridProps<Row>) {
  const { label, rowIds, groups = NO_GROUPS, readRow } = table
  const { columns } = grid
  const items = Array.from({ length: rowIds.length + groups.length }, (_, at) => itemAt(groups, at))
  return (
    <article className={classes.report} data-print-report>
      <h1 dir="auto">{label}</h1>
      <table>
        <thead>
          <tr>
            {columns.map(({ id, header, align, isContentHeader }) => (
              <th
                key={id}
                scope="col"
                dir="auto"
                {...(isContentHeader === true ? grid.language : {})}
                data-end={align === 'end' || undefined}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map(({ group, row }) => {
            if (group !== null)
              return (
                <tr key={`group ${group.id}`}>
                  <th scope="rowgroup" colSpan={columns.length} dir="auto">
                    <span {...grid.language}>{group.label}</span> · {group.count}
                  </th>
                </tr>
              )
            const rowId = rowIds[row]
            const values = rowId === undefined ? undefined : readRow(rowId)
            return (
              values !== undefined && (
                <tr key={rowId}>
                  {columns.map((column) => {
                    const Cell = column.isRowHeader ? 'th' : 'td'
                    return (
                      <Cell
                        key={column.id}
                        scope={column.isRowHeader ? 'row' : undefined}
                        dir="auto"
                        {...(column.isContent === true ? grid.language : {})}
                        data-end={column.align === 'end' || undefined}
                      >
                        {contentOf(grid, column, values)}
                      </Cell>
                    )
                  })}
                </tr>
              )
            )
          })}
        </tbody>
      </table>
    </article>
  )
}

function contentOf<Row>(grid: GridContext<Row>, column: GridColumn<Row>, row: Row): ReactNode {
  if (column.render) return column.render(row)
  const editor = editorOf(column, row)
  const value = column.value(row)
  if (editor?.kind === 'tick') return value === true ? grid.texts.yes : grid.texts.no
  return valueText(editor, value)
}
