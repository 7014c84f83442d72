import { Tooltip } from '@mantine/core'
import { useCallback, useEffect } from 'react'
import classes from './reason-tip.module.css'

interface ReasonTipProps {
  /** The button, which the pointer or the focus has just reached. */
  target: HTMLElement
  reason: string
  /** Stable. Called when neither the pointer nor the focus holds the tooltip, and on Escape. */
  onLeave: () => void
}

/**
 * A tooltip that explains why a button is disabled; loaded when the pointer or focus reaches it.
 * The pointer can move onto it, and Escape removes it.
 */
export function ReasonTip({ target, reason, onLeave }: ReasonTipProps) {
  const leave = useCallback(() => {
    if (!target.matches(':hover, :focus') && !document.querySelector('[role=tooltip]:hover'))
      onLeave()
  }, [target, onLeave])
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onLeave()
    }
    // Both may have left while the tooltip was loading.
    leave()
    target.addEventListener('pointerleave', leave)
    target.addEventListener('blur', leave)
    addEventListener('keydown', onKeyDown, true)
    return () => {
      target.removeEventListener('pointerleave', leave)
      target.removeEventListener('blur', leave)
      removeEventListener('keydown', onKeyDown, true)
    }
  }, [target, leave, onLeave])
  return (
    <Tooltip
      target={target}
      label={reason}
      opened
      multiline
      className={classes.tip ?? ''}
      onPointerLeave={leave}
    />
  )
}
