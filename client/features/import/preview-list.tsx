import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { PreviewDetails } from './preview-details.tsx'
import type { Preview, PreviewItem, PreviewTab } from './preview-items.ts'
import classes from './preview-list.module.css'
import { PreviewRow } from './preview-row.tsx'
import { nextRow } from './preview-keys.ts'

const ROW_HEIGHT = 44

interface PreviewListProps {
  items: readonly PreviewItem[]
  label: string
  preview: Preview
  tab: PreviewTab
  /** Null = the rows are not there to be taken. */
  left: ReadonlySet<string> | null
  onTake: (keys: readonly string[], isTaken: boolean) => void
}

const controlOf = (target: EventTarget): string | undefined =>
  target instanceof HTMLElement ? target.dataset['control'] : undefined

/**
 * A virtual list: only visible lines are in the DOM, and ARIA attributes give the total count. The
 * controls of one line are in the tab order, and the arrow keys move to the same control of another.
 */
export function PreviewList({ items, label, preview, tab, left, onTake }: PreviewListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState(0)
  const wanted = useRef<string | null>(null)
  const current = Math.min(active, items.length - 1)
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => items[index]?.key ?? index,
    estimateSize: () => ROW_HEIGHT,
    // The active line stays, or the focus would be lost when it is scrolled away.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), current])].toSorted(
        (one, other) => one - other,
      ),
    overscan: 10,
    useFlushSync: false,
  })
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const line = scroller.current?.querySelector(`[data-index="${current}"]`)
    const control = line?.querySelector<HTMLElement>(`[data-control="${wanted.current}"]`)
    wanted.current = null
    control?.focus({ preventScroll: true })
  }, [current])
  const open = (key: string, isOpen: boolean) =>
    setOpened((before) => {
      const after = new Set(before)
      if (isOpen) after.add(key)
      else after.delete(key)
      return after
    })
  const move = (event: KeyboardEvent) => {
    const control = controlOf(event.target)
    const item = items[current]
    if (control === undefined || item === undefined) return
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft')
      open(item.key, event.key === 'ArrowRight')
    const next = nextRow(event.key, current, items.length)
    if (next === null) return
    event.preventDefault()
    if (next === current) return
    wanted.current = control
    virtualizer.scrollToIndex(next)
    setActive(next)
  }
  const canOpen = tab !== 'refused'
  return (
    <div
      ref={scroller}
      className={classes.list}
      role="region"
      aria-label={label}
      // Lines without controls are read by scrolling with the keyboard.
      tabIndex={canOpen ? -1 : 0}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys come from the controls inside */}
      <ul style={{ height: virtualizer.getTotalSize() }} onKeyDown={move}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const item = items[index]
          if (item === undefined) return null
          const isOpen = opened.has(item.key)
          return (
            <li
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={classes.row}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
              onFocus={() => setActive(index)}
            >
              <PreviewRow
                item={item}
                isTaken={left === null ? undefined : !left.has(item.key)}
                onTake={(isTaken) => onTake([item.key], isTaken)}
                isOpen={canOpen ? isOpen : undefined}
                onOpen={(next) => open(item.key, next)}
                tabIndex={index === current ? 0 : -1}
              >
                {isOpen && <PreviewDetails preview={preview} tab={tab} id={item.key} />}
              </PreviewRow>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
