import { Modal, type ModalProps } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'
import { useDialog } from './use-dialog.ts'

interface DialogProps extends Pick<
  ModalProps,
  'size' | 'zIndex' | 'fullScreen' | 'styles' | 'overlayProps' | 'closeOnClickOutside'
> {
  title: ReactNode
  /** For a dialog that stays mounted while closed. */
  opened?: boolean
  onClose: () => void
  /** The owner keeps the typed text or asks about it, so closing needs no question. */
  keepsText?: boolean
  /** False = only a button in the content closes it. */
  isClosable?: boolean
  children: ReactNode
}

/** A modal dialog; use-dialog.ts describes the shared behaviour. */
export function Dialog({
  opened = true,
  onClose,
  keepsText = false,
  isClosable = true,
  closeOnClickOutside = true,
  children,
  ...props
}: DialogProps) {
  const { t } = useLingui()
  const { body, dismiss } = useDialog({ opened, onClose, keepsText, isEscapable: isClosable })
  return (
    <Modal
      {...props}
      opened={opened}
      onClose={dismiss}
      returnFocus={false}
      closeOnEscape={false}
      closeOnClickOutside={isClosable && closeOnClickOutside}
      withCloseButton={isClosable}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <div ref={body} className={classes.body} tabIndex={-1}>
        {children}
      </div>
    </Modal>
  )
}
