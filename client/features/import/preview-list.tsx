import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import classes from './preview-list.module.css'
import type { PreviewItem } from './preview-items.ts'

const ROW_HEIGHT = 44

/** A virtual list: only visible lines are in the DOM, and ARIA attributes give the total count. */
export function PreviewList({ items, label }: { items: readonly PreviewItem[]; label: string }) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    useFlushSync: false,
  })
  return (
    <div ref={scroller} className={classes.list} role="region" aria-label={label} tabIndex={0}>
      <ul style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const item = items[index]
          if (item === undefined) return null
          return (
            <li
              key={item.key}
              className={classes.item}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
            >
              {item.address !== '' && <span className={classes.address}>{item.address}</span>}
              <span className={classes.itemId}>{item.id}</span>
              <span className={classes.itemText} title={item.text}>
                {item.text}
              </span>
              {item.note !== '' && (
                <span className={classes.itemNote} title={item.note}>
                  {item.note}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
