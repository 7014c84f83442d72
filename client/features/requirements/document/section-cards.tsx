import { useLingui } from '@lingui/react/macro'
import type { ReactNode, RefObject } from 'react'
import type { Document } from '#schema/entities/structure.ts'
import { usePrinting } from '#client/ui/browser/use-printing.ts'
import { itemId, type SectionItem } from './section-items.ts'
import type { SectionVirtualizer } from './use-section-scroll.ts'
import classes from './section-view.module.css'

interface SectionCardsProps {
  document: Document
  items: readonly SectionItem[]
  scroller: RefObject<HTMLDivElement | null>
  virtualizer: SectionVirtualizer
  draw: (item: SectionItem) => ReactNode
  /** Follows the items; false = there are requirements. */
  empty: ReactNode
}

/** The scrolling list of sections and requirements; rendered in full while printing. */
export function SectionCards(props: SectionCardsProps) {
  const { document, items, scroller, virtualizer, draw, empty } = props
  const { t } = useLingui()
  const isPrinting = usePrinting()
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      tabIndex={0}
      role="region"
      aria-label={t`Requirements of ${document.name}`}
    >
      {isPrinting ? (
        items.map((item) => (
          <div key={itemId(item)} className={classes.printed}>
            {draw(item)}
          </div>
        ))
      ) : (
        <div className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map((virtual) => {
            const item = items[virtual.index]
            return (
              item && (
                <div
                  key={virtual.key}
                  ref={virtualizer.measureElement}
                  data-index={virtual.index}
                  className={classes.item}
                  style={{ transform: `translateY(${virtual.start}px)` }}
                >
                  {draw(item)}
                </div>
              )
            )
          })}
        </div>
      )}
      {empty}
    </div>
  )
}
