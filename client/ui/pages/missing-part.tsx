import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { EmptyState } from './empty-state.tsx'
import classes from './missing-part.module.css'

/** Replaces a part of a page that could not be loaded. */
export function MissingPart({ onRetry }: { onRetry: () => void }) {
  const { t } = useLingui()
  return (
    <div role="alert">
      <EmptyState
        title={t`This could not be loaded`}
        action={<Button variant="default" onClick={onRetry}>{t`Try again`}</Button>}
      >
        <Reason />
      </EmptyState>
    </div>
  )
}

const Reason = () => <Trans>It loads when you are connected. Your work is safe.</Trans>

interface MissingDialogProps {
  /** Null = the part is mandatory, so the dialog cannot be closed. */
  onClose: (() => void) | null
  onRetry: () => void
}

/**
 * Replaces a dialog that could not be loaded. Uses the native dialog element, since Mantine's may
 * be missing too. Returns the focus on closing.
 */
export function MissingDialog({ onClose, onRetry }: MissingDialogProps) {
  const { t } = useLingui()
  const dialog = useRef<HTMLDialogElement>(null)
  const isRetrying = useRef(false)
  useEffect(() => dialog.current?.showModal(), [])
  const retry = () => {
    isRetrying.current = true
    // Close first: the loaded dialog then records the original focus and returns it there.
    dialog.current?.close()
    onRetry()
  }
  // Called when the dialog closes, whether by Escape or by the button.
  const closed = () => {
    if (isRetrying.current) return
    if (onClose === null) dialog.current?.showModal()
    else onClose()
  }
  return (
    <dialog
      ref={dialog}
      aria-label={t`This could not be loaded`}
      className={classes.dialog}
      data-cover={onClose === null || undefined}
      onClose={closed}
    >
      <EmptyState
        title={t`This could not be loaded`}
        action={
          <>
            <Button onClick={retry} mr={onClose === null ? undefined : 'xs'}>{t`Try again`}</Button>
            {onClose !== null && (
              <Button variant="default" onClick={() => dialog.current?.close()}>{t`Close`}</Button>
            )}
          </>
        }
      >
        <Reason />
      </EmptyState>
    </dialog>
  )
}
