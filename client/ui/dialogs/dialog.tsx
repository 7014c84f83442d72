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
  /** A dialog that stays mounted while it is closed says so here. */
  opened?: boolean
  onClose: () => void
  /** What is typed is kept elsewhere, or asked about by the owner: closing asks nothing. */
  keepsText?: boolean
  /** False = only a button of the content closes it. */
  isClosable?: boolean
  children: ReactNode
}

/** A dialog over the page; use-dialog.ts says what all of them do. */
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
