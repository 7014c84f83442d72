import { Menu } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { Shortcut } from '../keyboard/shortcut.tsx'
import classes from './menu-list.module.css'
import { Anchor } from './anchor.tsx'
import type { FloatingPanel } from './use-floating.ts'

export interface MenuItem {
  /** Where two items may have one label. */
  key?: string
  label: string
  /** Of the label, where it is not the one of the screen. */
  language?: string
  icon?: ReactNode
  run: () => void
  keys?: string
  isDanger?: boolean
  /** Why it cannot be used now, shown under the label. */
  reason?: string | null
  /** A line above sets it apart from the items before. */
  isApart?: boolean
}

export interface MenuListProps {
  items: readonly MenuItem[]
  /** Said above the items, which it does not belong to. */
  head?: ReactNode
  position?: 'bottom-start' | 'bottom-end' | 'top'
  width?: number
}

/** The keyboard reaches it, so that its reason can be read; pressed, it does nothing. */
const BLOCKED = {
  'aria-disabled': true,
  closeMenuOnClick: false,
  className: classes.blocked ?? '',
} as const

/** The kit's menu, loaded with the first reach for a button that opens one. */
export function MenuList({
  panel,
  items,
  head,
  position = 'bottom-end',
  width,
}: MenuListProps & { panel: FloatingPanel }) {
  return (
    <Menu
      id={panel.id}
      opened={panel.opened}
      onChange={(isOpen) => {
        if (!isOpen) panel.close()
      }}
      returnFocus={false}
      position={position}
      {...(width === undefined ? {} : { width })}
    >
      <Menu.Target>
        <Anchor node={panel.anchor} />
      </Menu.Target>
      <Menu.Dropdown className={classes.list}>
        {head !== undefined && (
          <>
            <Menu.Label>{head}</Menu.Label>
            <Menu.Divider />
          </>
        )}
        {items.map((item) => (
          <Fragment key={item.key ?? item.label}>
            {item.isApart === true && <Menu.Divider />}
            <Menu.Item
              {...(item.reason == null ? { onClick: item.run } : BLOCKED)}
              leftSection={item.icon}
              rightSection={item.keys !== undefined && <Shortcut keys={item.keys} />}
              lang={item.language}
              {...(item.isDanger === true ? { c: 'var(--red-text)' } : {})}
            >
              {item.label}
              {item.reason != null && <div>{item.reason}</div>}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
