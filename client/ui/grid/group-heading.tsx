import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { memo } from 'react'
import { ContentText } from '../elements/content-text.tsx'
import type { GridGroup } from './grid-items.ts'
import classes from './group-heading.module.css'

interface GroupHeadingProps {
  group: GridGroup
  /** Position in px from the first row. */
  top: number
  onFold: (groupId: string) => void
}

/** The heading of a group; a click folds its rows. Tab moves from heading to heading. */
export const GroupHeading = memo(({ group, top, onFold }: GroupHeadingProps) => (
  <div role="row" className={classes.group} style={{ transform: `translateY(${top}px)` }}>
    <div role="rowheader">
      <button
        type="button"
        aria-expanded={!group.isFolded}
        onClick={() => onFold(group.id)}
        // Stop these events, or the grid would handle them for its cells.
        onKeyDown={(event) => event.stopPropagation()}
        onPointerDown={(event) => event.stopPropagation()}
      >
        {group.isFolded ? (
          <IconChevronRight size={14} aria-hidden />
        ) : (
          <IconChevronDown size={14} aria-hidden />
        )}
        <span>
          <ContentText>{group.label}</ContentText>
        </span>
        <span className={classes.groupCount}>{group.count}</span>
      </button>
    </div>
  </div>
))
