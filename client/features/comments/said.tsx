import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { WithInitials } from '#client/ui/elements/initials.tsx'
import { Moment } from '#client/ui/elements/moment.tsx'
import { UnsentDot } from '#client/ui/feedback/unsent-dot.tsx'
import { LinkButton } from './link-button.tsx'
import classes from './thread-view.module.css'

interface SaidProps {
  author: string
  /** Time of writing in ms. */
  on: number
  text: ReactNode
  isUnsent: boolean
  /** Link to this comment or reply. */
  path: string
  marks?: ReactNode
  actions?: ReactNode
}

/** Shows one comment or reply: author, time and the text as written. */
export function Said({ author, on, text, isUnsent, path, marks, actions }: SaidProps) {
  const { t } = useLingui()
  return (
    <>
      <div className={classes.by}>
        {isUnsent && <UnsentDot />}
        <WithInitials name={author}>
          <strong>{author}</strong>
        </WithInitials>
        <span className={classes.dim}>{isUnsent ? t`Not sent yet` : <Moment at={on} />}</span>
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
