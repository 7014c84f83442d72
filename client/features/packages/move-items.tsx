import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import { stepAfter } from '../../ui/elements/reorder.ts'
import type { MenuItem } from '../../ui/floating/menu-button.tsx'

interface MoveItems {
  ids: readonly string[]
  id: string
  onMove: (after: string | null) => void
  /** Opens the dialog that picks a position. */
  onChoose: () => void
}

/** Menu items for moving, as an alternative to dragging. */
export const moveItems = ({ ids, id, onMove, onChoose }: MoveItems): MenuItem[] => {
  const up = stepAfter(ids, id, -1)
  const down = stepAfter(ids, id, 1)
  const items: MenuItem[] = []
  if (up !== undefined) {
    items.push({
      label: i18n._(msg`Move up`),
      icon: <IconArrowUp size={15} aria-hidden />,
      keys: 'alt+arrowup',
      run: () => onMove(up),
    })
  }
  if (down !== undefined) {
    items.push({
      label: i18n._(msg`Move down`),
      icon: <IconArrowDown size={15} aria-hidden />,
      keys: 'alt+arrowdown',
      run: () => onMove(down),
    })
  }
  if (ids.length > 1)
    items.push({
      label: i18n._(msg`Move to…`),
      icon: <IconArrowsSort size={15} aria-hidden />,
      run: onChoose,
    })
  return items
}
