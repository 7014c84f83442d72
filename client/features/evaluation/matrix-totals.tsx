import { Trans } from '@lingui/react/macro'
import type { Evaluation } from '#schema/rules/evaluation/evaluation.ts'
import { TOTAL_COLUMNS_BEFORE_VENDORS } from './matrix-keys.ts'
import type { CellPosition } from './matrix-keys.ts'
import { ScoreCell } from './score-cell.tsx'
import type { VendorColumn } from './vendor-columns.ts'
import { weightText } from './evaluation-text.ts'
import classes from './matrix.module.css'

interface MatrixTotalsProps {
  evaluation: Evaluation
  saved: Evaluation | null
  columns: readonly VendorColumn[]
  rowIndex: number
  activeColumn: number | null
  onActivate: (position: CellPosition) => void
  onOpen: (row: null, column: VendorColumn, intent: 'look') => void
}

/** Footer with the weighted totals of the project; it stays visible while the matrix scrolls. */
export function MatrixTotals({
  evaluation,
  saved,
  columns,
  rowIndex,
  activeColumn,
  onActivate,
  onOpen,
}: MatrixTotalsProps) {
  const place = (column: number) => ({
    'data-cell': `${rowIndex}:${column}`,
    tabIndex: activeColumn === column ? 0 : -1,
    'aria-colindex': column + 1,
    onFocus: () => onActivate({ row: rowIndex, column }),
  })
  const total = weightText(evaluation.weights.package.reduce((sum, weight) => sum + weight, 0))
  return (
    <div role="rowgroup" className={classes.foot} data-keep-clear>
      <div role="row" className={classes.footRow} aria-rowindex={rowIndex + 2} aria-level={1}>
        <div role="rowheader" className={classes.name} {...place(0)}>
          <span className={classes.label}>
            <Trans>Weighted total</Trans>
          </span>
        </div>
        <div
          role="gridcell"
          className={classes.weight}
          {...place(1)}
          data-wrong={total === '100' ? undefined : true}
        >
          {total} %
        </div>
        {columns.map((column, i) => (
          <ScoreCell
            key={column.vendorId}
            evaluation={evaluation}
            saved={saved}
            level="project"
            index={0}
            column={column}
            place={place(i + TOTAL_COLUMNS_BEFORE_VENDORS)}
            onOpen={() => onOpen(null, column, 'look')}
          />
        ))}
      </div>
    </div>
  )
}
