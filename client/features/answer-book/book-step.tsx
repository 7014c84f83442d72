import { type ReactNode, useEffect, useRef } from 'react'
import classes from './import-answers.module.css'

interface BookStepProps {
  title: string
  footer: ReactNode
  children: ReactNode
}

/** A step of the dialog. Its heading takes the focus, so that a screen reader announces it. */
export function BookStep({ title, footer, children }: BookStepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [title])
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
