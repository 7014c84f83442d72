import type { ReactNode } from 'react'
import { Moment } from '#client/ui/elements/moment.tsx'
import { UnsentDot } from '#client/ui/feedback/unsent-dot.tsx'
import { LinkButton } from './link-button.tsx'
import classes from './thread-view.module.css'

interface SaidProps {
  author: string
  /** ms */
  on: number
  text: string
  isUnsent: boolean
  /** The address of this one. */
  path: string
  marks?: ReactNode
  actions?: ReactNode
}

/** One contribution: author, time, and the text as it was written. */
export function Said({ author, on, text, isUnsent, path, marks, actions }: SaidProps) {
  return (
    <>
      <div className={classes.by}>
        {isUnsent && <UnsentDot />}
        <strong>{author}</strong>
        <span className={classes.dim}>
          <Moment at={on} />
        </span>
        {marks}
        <span className={classes.actions}>
          {actions}
          <span className={classes.link}>
            <LinkButton path={path} />
          </span>
        </span>
      </div>
      <p className={classes.text}>{text}</p>
    </>
  )
}
