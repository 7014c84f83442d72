import { Drawer as KitDrawer } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'
import { useDialog } from './use-dialog.ts'

export interface DrawerProps {
  title: ReactNode
  opened: boolean
  onClose: () => void
  size?: number | string
  /** The owner keeps the typed text or asks about it, so closing needs no question. */
  keepsText?: boolean
  children: ReactNode
}

/** Scroll focused elements clear of the header and of sticky buttons at the bottom. */
const CLEAR_OF_EDGES = { scrollPaddingTop: 64, scrollPaddingBottom: 80 } as const

/** Mantine's drawer, loaded when one first opens. */
export function DrawerPanel({
  title,
  opened,
  onClose,
  size = 480,
  keepsText = false,
  children,
}: DrawerProps) {
  const { t } = useLingui()
  const { body, dismiss } = useDialog({ opened, onClose, keepsText, isEscapable: true })
  return (
    <KitDrawer
      opened={opened}
      onClose={dismiss}
      returnFocus={false}
      closeOnEscape={false}
      title={title}
      position="right"
      size={size}
      closeButtonProps={{ 'aria-label': t`Close` }}
      styles={{ content: CLEAR_OF_EDGES }}
    >
      <div ref={body} className={classes.body} tabIndex={-1}>
        {children}
      </div>
    </KitDrawer>
  )
}
