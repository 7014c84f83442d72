import { Drawer as KitDrawer } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState, type ReactNode } from 'react'

export interface DrawerProps {
  title: ReactNode
  opened: boolean
  onClose: () => void
  size?: number | string
  children: ReactNode
}

/** What gets the focus is scrolled clear of the head and of buttons that stick to the foot. */
const CLEAR_OF_EDGES = { scrollPaddingTop: 64, scrollPaddingBottom: 80 } as const

/** The kit's drawer, loaded when one opens for the first time. */
export function DrawerPanel({ title, opened, onClose, size = 480, children }: DrawerProps) {
  const { t } = useLingui()
  // The kit notes where the focus was only when it sees the drawer open, not when it is drawn open.
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => setDrawn(true), [])
  return (
    <KitDrawer
      opened={opened && isDrawn} onClose={onClose} title={title} position="right" size={size} closeButtonProps={{ 'aria-label': t`Close` }}
      styles={{ content: CLEAR_OF_EDGES }}
    >
      {children}
    </KitDrawer>
  )
}
