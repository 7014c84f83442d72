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
  /** What is typed is kept elsewhere, or asked about by the owner: closing asks nothing. */
  keepsText?: boolean
  children: ReactNode
}

/** What gets the focus is scrolled clear of the head and of buttons that stick to the foot. */
const CLEAR_OF_EDGES = { scrollPaddingTop: 64, scrollPaddingBottom: 80 } as const

/** The kit's drawer, loaded when one opens for the first time. */
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
