import { memo, useCallback, useRef, type RefObject } from 'react'
import type { GridContext } from './grid-context.ts'
import { type GridGroup, itemAt, placeOfRow } from './grid-items.ts'
import type { GridModel } from './grid-model.ts'
import { HEADER_HEIGHT, type GridPlaces } from './grid-places.ts'
import { GridRow } from './grid-row.tsx'
import { GroupHeading } from './group-heading.tsx'
import { useGridPlaces } from './use-grid-places.ts'
import { useKeepActive } from './use-keep-active.ts'
import { useRowHeights, useRowVirtualizer } from './use-row-virtualizer.ts'
import classes from './grid.module.css'

interface GridBodyProps<Row> {
  grid: GridContext<Row>
  model: GridModel
  rowHeight: number
  scroller: RefObject<HTMLElement | null>
  /** Set by the body. */
  places: RefObject<GridPlaces>
  groups: readonly GridGroup[]
  onFold: (groupId: string) => void
  isWrapped: boolean
  /** Drop position of a dragged row in px from the first row; null = none. */
  dropAt: number | null
}

/** The visible rows, in a component of their own, so that scrolling does not render the header. */
function GridBodyView<Row>(props: GridBodyProps<Row>) {
  const { grid, model, rowHeight, scroller, places, groups, onFold, isWrapped, dropAt } = props
  const { store } = grid
  const { rowIds } = model
  const placeOfActive = useCallback(() => {
    const { row } = store.active()
    return row < 0 ? -1 : placeOfRow(groups, row)
  }, [store, groups])
  const virtualizer = useRowVirtualizer({ store, model, groups, rowHeight, scroller })
  const body = useRef<HTMLDivElement>(null)
  const noteRevealed = useKeepActive({ virtualizer, scroller, body, rowIds, placeOfActive })
  useRowHeights({ virtualizer, scroller, rowHeight, isWrapped })
  useGridPlaces({ virtualizer, groups, places, noteRevealed })
  return (
    <div
      ref={body}
      role="rowgroup"
      className={classes.body}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const { group, row } = itemAt(groups, index)
        if (group !== null)
          return (
            <GroupHeading
              key={`group ${group.id}`}
              group={group}
              top={start - HEADER_HEIGHT}
              onFold={onFold}
            />
          )
        const rowId = rowIds[row]
        return rowId === undefined ? null : (
          <GridRow
            key={rowId}
            grid={grid}
            model={model}
            rowId={rowId}
            index={row}
            top={start - HEADER_HEIGHT}
            place={index}
            measure={isWrapped ? virtualizer.measureElement : undefined}
          />
        )
      })}
      {dropAt !== null && <div className={classes.drop} style={{ top: dropAt - 1 }} aria-hidden />}
    </div>
  )
}
export const GridBody = memo(GridBodyView) as typeof GridBodyView
