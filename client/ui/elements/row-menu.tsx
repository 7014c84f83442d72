import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { MenuButton, type MenuItem } from '../floating/menu-button.tsx'

/** A menu with all actions on a row, including those that dragging or a key performs. */
export function RowMenu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  return (
    <MenuButton
      items={items}
      width={240}
      button={(target) => (
        <ActionIcon {...target} aria-label={label} title={label} size={28}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      )}
    />
  )
}
