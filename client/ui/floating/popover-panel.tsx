import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import { Anchor } from './anchor.tsx'
import type { FloatingPanel } from './use-floating.ts'

interface PopoverPanelProps {
  panel: FloatingPanel
  label: string
  position?: 'bottom-start' | 'bottom-end'
  width?: number
  className?: string | undefined
  children: ReactNode
}

/**
 * A panel below a button, for content other than a menu. Only lazily loaded modules may import it.
 */
export function PopoverPanel({
  panel,
  label,
  position = 'bottom-end',
  width,
  className,
  children,
}: PopoverPanelProps) {
  return (
    <Popover
      opened={panel.opened}
      onChange={(isOpen) => {
        if (!isOpen) panel.close()
      }}
      position={position}
      shadow="md"
      trapFocus
      withRoles={false}
      {...(width === undefined ? {} : { width })}
    >
      <Popover.Target>
        <Anchor node={panel.anchor} />
      </Popover.Target>
      <Popover.Dropdown
        id={`${panel.id}-dropdown`}
        role="dialog"
        tabIndex={-1}
        aria-label={label}
        {...(className === undefined ? {} : { className })}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
