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
    const isHeld =
      target.matches(':hover, :focus-visible') || document.querySelector('[role=tooltip]:hover')
    if (!isHeld) onLeave()
  }, [target, onLeave])
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onLeave()
    }
    target.addEventListener('pointerleave', leave)
    target.addEventListener('blur', leave)
    addEventListener('keydown', onKeyDown, true)
    return () => {
      target.removeEventListener('pointerleave', leave)
      target.removeEventListener('blur', leave)
      removeEventListener('keydown', onKeyDown, true)
    }
  }, [target, leave, onLeave])
  // Both may have left while the tooltip was loading.
  useEffect(() => {
    if (!target.matches(':hover, :focus')) onLeave()
  }, [target, onLeave])
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
