import { Tooltip } from '@mantine/core'
import { useEffect } from 'react'
import { answerEscapeFirst } from '../dialogs/dialog-stack.ts'
import classes from './reason-tip.module.css'

interface ReasonTipProps {
  target: HTMLElement
  reason: string
  /** Stable. Called on Escape, and when the pointer leaves the tooltip for neither it nor the target. */
  onLeave: () => void
}

/**
 * A tooltip that explains why a button is disabled; loaded when the pointer or focus reaches it.
 * The pointer can move onto it, and Escape removes it.
 */
export function ReasonTip({ target, reason, onLeave }: ReasonTipProps) {
  useEffect(() => answerEscapeFirst(onLeave), [onLeave])
  return (
    <Tooltip
      target={target}
      label={reason}
      opened
      multiline
      className={classes.tip ?? ''}
      onPointerLeave={({ relatedTarget }) => {
        const isBack = relatedTarget instanceof Node && target.contains(relatedTarget)
        if (!isBack && !target.matches(':focus-visible')) onLeave()
      }}
    />
  )
}
