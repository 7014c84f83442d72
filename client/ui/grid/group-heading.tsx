import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { memo } from 'react'
import type { GridGroup } from './grid-items.ts'
import classes from './grid.module.css'

interface GroupHeadingProps {
  group: GridGroup
  /** px from the first row. */
  top: number
  onFold: (groupId: string) => void
}

/** Above the rows of a group; a press folds them. Tab goes from heading to heading. */
export const GroupHeading = memo(({ group, top, onFold }: GroupHeadingProps) => (
  <div role="row" className={classes.group} style={{ transform: `translateY(${top}px)` }}>
    <div role="rowheader">
      <button
        type="button"
        aria-expanded={!group.isFolded}
        onClick={() => onFold(group.id)}
        // The grid takes keys and presses for its cells.
        onKeyDown={(event) => event.stopPropagation()}
        onPointerDown={(event) => event.stopPropagation()}
      >
        {group.isFolded ? (
          <IconChevronRight size={14} aria-hidden />
        ) : (
          <IconChevronDown size={14} aria-hidden />
        )}
        <span>{group.label}</span>
        <span className={classes.groupCount}>{group.count}</span>
      </button>
    </div>
  </div>
))
