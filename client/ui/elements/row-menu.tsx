import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { MenuButton, type MenuItem } from '../floating/menu-button.tsx'

/** Everything that can be done with one row, also what dragging or a key does. */
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
