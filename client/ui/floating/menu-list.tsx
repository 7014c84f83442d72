import { Menu } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { CommandKeys } from '../keyboard/command-keys.tsx'
import classes from './menu-list.module.css'
import { Anchor } from './anchor.tsx'
import type { FloatingPanel } from './use-floating.ts'

export interface MenuItem {
  /** React key, needed if two items have the same label. */
  key?: string
  label: string
  /** Language of the label, if it differs from the interface language. */
  language?: string
  icon?: ReactNode
  run: () => void
  keys?: string
  isDanger?: boolean
  /** Why the item is disabled, shown below the label. */
  reason?: string | null
  /** Draws a line above the item. */
  isApart?: boolean
}

export interface MenuListProps {
  items: readonly MenuItem[]
  /** Content above the items. */
  head?: ReactNode
  position?: 'bottom-start' | 'bottom-end' | 'top'
  width?: number
}

/** A disabled item stays focusable, so that its reason can be read. */
const BLOCKED = {
  'aria-disabled': true,
  closeMenuOnClick: false,
  className: classes.blocked ?? '',
} as const

/** Mantine's menu, loaded when the pointer or focus first reaches a button that opens one. */
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
              rightSection={item.keys !== undefined && <CommandKeys keys={item.keys} />}
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
