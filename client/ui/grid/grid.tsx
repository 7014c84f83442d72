import { useCallback, useId, useLayoutEffect, useRef, useState } from 'react'
import { EditedCaption } from './edited-caption.tsx'
import { GridBody } from './grid-body.tsx'
import { UnreadBar } from './unread-bar.tsx'
import { GridPrint } from './grid-print.tsx'
import { gridStyle } from './grid-geometry.ts'
import { GridHead } from './grid-head.tsx'
import type { GridGroup } from './grid-items.ts'
import { NO_PLACES } from './grid-places.ts'
import { createGridStore } from './grid-store.ts'
import type { GridProps } from './grid-types.ts'
import { useActiveFocus } from './use-active-focus.ts'
import { useActiveRow } from './use-active-row.ts'
import { useCellNames } from './use-cell-names.ts'
import { useGridContext } from './use-grid-context.ts'
import { useGridEditing } from './use-grid-editing.ts'
import { useGridHandle } from './use-grid-handle.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useGridPointer } from './use-grid-pointer.ts'
import { useGridView } from './use-grid-view.ts'
import { useRangeRows } from './use-range-rows.ts'
import { useReveal } from './use-reveal.ts'
import { useChecked } from './use-checked.ts'
import { useRowDrop } from './use-row-drop.ts'
import classes from './grid.module.css'

const NONE: ReadonlySet<string> = new Set()
const NO_GROUPS: readonly GridGroup[] = []

/**
 * A virtualized grid after the WAI-ARIA grid pattern. Rows are identified by ids, and cells are
 * plain elements. The grid keeps the active cell, the range and the open editor; the owner keeps
 * values, order, layout and checked rows. `GridProps` describes what the grid reports.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { rowIds, useRow, checked = NONE } = props
  const gridId = useId()
  const [store] = useState(createGridStore)
  const scroller = useRef<HTMLDivElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const { columns, model, isNarrow, isCheckable, rowHeight, geometry } = useGridView(props)
  const { shown } = columns
  const isMovable = props.onMoveRow !== undefined

  const latest = useRef({ props, shown })
  useLayoutEffect(() => {
    latest.current = { props, shown }
  })
  useLayoutEffect(() => store.setModel(model), [store, model])
  const say = useCallback(
    (text: string) => setAnnouncement((before) => (before === text ? `${text} ` : text)),
    [],
  )
  const places = useRef(NO_PLACES)
  const reveal = useReveal({ store, scroller, places, geometry })
  const editing = useGridEditing({ store, latest, say, reveal })
  useChecked(store, checked, say)

  const grid = useGridContext<Row>({
    store,
    columns: shown,
    frozenCount: geometry.frozenCount,
    useRow,
    ...{ isCheckable, isMovable, rowLabel: props.rowLabel },
    editing,
  })
  const onKeyDown = useGridKeys({ store, latest, editing, say, reveal, scroller, rowHeight })
  const pointer = useGridPointer({ store, latest, editing, gridId })
  useActiveFocus(store, scroller)
  useRangeRows(store, latest, props.onRangeRows !== undefined)
  const goTo = useGridHandle({ store, places, reveal, handle: props.handle })
  const dropAt = useRowDrop({ store, latest, scroller, places, gridId, isMovable })
  const fold = useCallback((groupId: string) => latest.current.props.onFold?.(groupId), [])
  const activeRow = useActiveRow(store, props.onActiveRow)
  const namesOf = useCellNames(props, model)

  return (
    <div className={classes.wrap}>
      <div
        ref={scroller}
        role="grid"
        aria-label={props.label}
        aria-rowcount={rowIds.length + 1}
        aria-colcount={shown.length + (isCheckable ? 1 : 0)}
        aria-multiselectable
        tabIndex={-1}
        className={classes.scroller}
        data-narrow={isNarrow || undefined}
        data-checkable={isCheckable || undefined}
        style={gridStyle(geometry, rowHeight)}
        onKeyDown={onKeyDown}
        {...pointer}
        onCopy={editing.onCopy}
        onCut={editing.onCut}
        onPaste={editing.onPaste}
        {...activeRow}
      >
        <GridHead
          grid={props}
          store={store}
          model={model}
          columns={columns}
          frozenCount={geometry.frozenCount}
        />
        <GridBody
          grid={grid}
          model={model}
          rowHeight={rowHeight}
          scroller={scroller}
          places={places}
          groups={props.groups ?? NO_GROUPS}
          onFold={fold}
          isWrapped={props.isWrapped === true}
          dropAt={dropAt}
        />
      </div>
      {rowIds.length === 0 && props.empty !== undefined && (
        <div className={classes.empty}>{props.empty}</div>
      )}
      <EditedCaption store={store} table={props} namesOf={namesOf} />
      <GridPrint grid={grid} table={props} />
      <UnreadBar
        store={store}
        model={model}
        namesOf={namesOf}
        go={({ rowId, columnId }) => goTo(rowId, columnId)}
        say={say}
      />
      <div className="visually-hidden" role="status" aria-live="polite">
        {announcement}
      </div>
    </div>
  )
}
