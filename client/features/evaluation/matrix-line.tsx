import { useLingui } from '@lingui/react/macro'
import { IconChevronRight } from '@tabler/icons-react'
import { memo } from 'react'
import type { Evaluation } from '#schema/rules/evaluation/evaluation.ts'
import { TOTAL_COLUMNS_BEFORE_VENDORS } from './matrix-keys.ts'
import type { CellPosition } from './matrix-keys.ts'
import type { MatrixRow } from './matrix-rows.ts'
import { nodeName } from './node-names.ts'
import { ScoreCell } from './score-cell.tsx'
import type { VendorColumn } from './vendor-columns.ts'
import { WeightCell } from './weight-cell.tsx'
import classes from './matrix.module.css'
import own from './matrix-line.module.css'
import { useContentLanguage } from '../../ui/elements/content-text.tsx'

interface MatrixLineProps {
  row: MatrixRow
  rowIndex: number
  top: number
  evaluation: Evaluation
  saved: Evaluation | null
  columns: readonly VendorColumn[]
  activeColumn: number | null
  onActivate: (position: CellPosition) => void
  onToggle: (row: MatrixRow) => void
  onOpen: (row: MatrixRow, column: VendorColumn, intent: 'look') => void
  onWeight: ((level: 'package' | 'document', id: string, weight: number) => void) | null
}

export const MatrixLine = memo(function MatrixLine(props: MatrixLineProps) {
  const {
    row,
    rowIndex,
    top,
    evaluation,
    saved,
    columns,
    activeColumn,
    onActivate,
    onToggle,
    onOpen,
    onWeight,
  } = props
  const { i18n, t } = useLingui()
  const language = useContentLanguage()
  const { code, name } = nodeName(evaluation.prepared.layout, row.level, row.index)
  const excluded =
    row.level === 'requirement' && evaluation.prepared.layout.requirements[row.index]?.excluded
  const place = (column: number) => ({
    'data-cell': `${rowIndex}:${column}`,
    tabIndex: activeColumn === column ? 0 : -1,
    'aria-colindex': column + 1,
    onFocus: () => onActivate({ row: rowIndex, column }),
  })
  return (
    <div
      role="row"
      className={classes.row}
      style={{ top }}
      data-level={row.level}
      data-excluded={excluded ? true : undefined}
      aria-rowindex={rowIndex + 2}
      aria-level={row.depth + 1}
      aria-expanded={row.hasChildren ? row.isExpanded : undefined}
    >
      <div
        role="rowheader"
        className={classes.name}
        lang={excluded ? undefined : language.lang}
        {...place(0)}
        data-depth={row.depth}
        aria-label={[code, name, excluded ? t`Excluded` : null].filter(Boolean).join(' ')}
        aria-expanded={row.hasChildren ? row.isExpanded : undefined}
      >
        {row.hasChildren ? (
          <button
            type="button"
            tabIndex={-1}
            className={own.toggle}
            data-open={row.isExpanded || undefined}
            aria-label={row.isExpanded ? t`Collapse ${name}` : t`Expand ${name}`}
            onClick={() => onToggle(row)}
          >
            <IconChevronRight size={14} aria-hidden />
          </button>
        ) : (
          <span className={own.toggle} />
        )}
        <span className={classes.label} title={name} {...language}>
          {/* The space parts them in both directions; the margin stays at one side. */}
          {code !== null && <span className={own.code}>{code}</span>} {name}
          {excluded && <span className={own.mark} lang={i18n.locale}>{t`Excluded`}</span>}
        </span>
      </div>
      <WeightCell row={row} evaluation={evaluation} onWeight={onWeight} place={place(1)} />
      {columns.map((column, i) => (
        <ScoreCell
          key={column.vendorId}
          evaluation={evaluation}
          saved={saved}
          level={row.level}
          index={row.index}
          column={column}
          place={place(i + TOTAL_COLUMNS_BEFORE_VENDORS)}
          onOpen={() => onOpen(row, column, 'look')}
        />
      ))}
    </div>
  )
})
