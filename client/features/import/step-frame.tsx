import { type ReactNode, useEffect, useRef } from 'react'
import classes from './import-dialog.module.css'

interface StepFrameProps {
  title: string
  /** The buttons at the left and right. */
  footer: ReactNode
  /** A control of the step takes the focus instead of the heading. */
  focusesItself?: boolean
  children: ReactNode
}

/**
 * Layout of a step: heading, scrolling content and buttons. The heading takes the focus, so that a
 * screen reader announces the step.
 */
export function StepFrame({ title, footer, focusesItself = false, children }: StepFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!focusesItself) heading.current?.focus()
  }, [title, focusesItself])
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className={classes.heading}>
        {title}
      </h3>
      <div className={classes.content}>{children}</div>
      <div className={classes.footer} data-keep-clear>
        {footer}
      </div>
    </>
  )
}
