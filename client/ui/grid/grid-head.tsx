import { useLingui } from '@lingui/react/macro'
import { GridHeader } from './grid-header.tsx'
import type { GridModel } from './grid-model.ts'
import type { GridSort } from './grid-sort.ts'
import type { GridStore } from './grid-store.ts'
import type { GridProps } from './grid-types.ts'
import type { ColumnModel } from './use-column-model.ts'
import classes from './grid.module.css'

const UNSORTED: readonly GridSort[] = []
const NONE: ReadonlySet<string> = new Set()

interface GridHeadProps<Row> {
  grid: GridProps<Row>
  store: GridStore
  model: GridModel
  columns: ColumnModel<Row>
  frozenCount: number
}

/** The header, with its texts, sort marks and the checkbox that selects all rows. */
export function GridHead<Row>({ grid, store, model, columns, frozenCount }: GridHeadProps<Row>) {
  const { t } = useLingui()
  const { rowIds, checked = NONE, onCheckedChange, onSort } = grid
  const isCheckable = onCheckedChange !== undefined
  const checkedHere =
    isCheckable && checked.size > 0
      ? rowIds.reduce((count, id) => count + (checked.has(id) ? 1 : 0), 0)
      : 0
  return (
    <div role="rowgroup" className={classes.head}>
      <GridHeader
        store={store}
        model={model}
        columns={columns.shown}
        widths={columns.widths}
        frozenCount={frozenCount}
        isCheckable={isCheckable}
        checkState={checkedHere === 0 ? 'none' : checkedHere === rowIds.length ? 'all' : 'some'}
        onCheckAll={(isChecked) => onCheckedChange?.(isChecked ? new Set(rowIds) : NONE)}
        checkAllLabel={t`Select all rows`}
        resizeLabel={t`Drag to change the width`}
        hint={
          onSort
            ? t`Enter sorts, Shift with Enter by a further column. Shift with left and right changes the width, Alt the order.`
            : t`Shift with left and right changes the width, Alt the order`
        }
        onWidth={columns.setWidth}
        onMove={columns.move}
        onPlace={columns.place}
        sort={grid.sort ?? UNSORTED}
        onSort={onSort}
      />
    </div>
  )
}
