import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { itemId, type SectionItem } from './section-items.ts'

export type SectionVirtualizer = Virtualizer<HTMLDivElement, Element>

/** A virtual list: renders only the visible items. */
export const useSectionScroll = (items: readonly SectionItem[]) => {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (items[at]?.kind === 'section' ? 60 : 190),
    overscan: 4,
    useFlushSync: false,
    getItemKey: (at) => {
      const item = items[at]
      return item === undefined ? at : itemId(item)
    },
  })
  return { scroller, virtualizer }
}
