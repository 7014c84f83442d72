import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useRef, useSyncExternalStore, type CSSProperties } from 'react'
import { COLUMNS, readRow, rowIds, subscribeRow } from './rows.ts'

const columns = COLUMNS.map(([, , width]) => `${width}px`).join(' ')
const cell: CSSProperties = {
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  textOverflow: 'ellipsis',
  padding: '0 10px',
  lineHeight: '35px',
}

/**
 * The bench's rows and columns with only a virtualiser: no focus, range or editor, no names for
 * screen readers.
 */
export function BareGrid() {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: rowIds.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 36,
    overscan: 6,
    useFlushSync: false,
  })
  return (
    <div ref={scroller} data-scroller style={{ height: '100%', overflow: 'auto' }}>
      <div style={{ position: 'relative', height: virtualizer.getTotalSize(), width: 1374 }}>
        {virtualizer.getVirtualItems().map((item) => (
          <BareRow key={item.key} id={rowIds[item.index] ?? ''} top={item.start} />
        ))}
      </div>
    </div>
  )
}

const BareRow = memo(function BareRow({ id, top }: { id: string; top: number }) {
  const row = useSyncExternalStore(
    (wake) => subscribeRow(id, wake),
    () => readRow(id),
  )
  return (
    <div
      data-row={id}
      style={{
        position: 'absolute',
        top: 0,
        left: 0,
        display: 'grid',
        gridTemplateColumns: columns,
        height: 36,
        transform: `translateY(${top}px)`,
        borderBottom: '1px solid #333',
      }}
    >
      {row &&
        COLUMNS.map(([key]) => (
          <div key={key} style={cell}>
            {String(row[key])}
          </div>
        ))}
    </div>
  )
})
