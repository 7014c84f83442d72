import { ActionIcon } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatDateTime } from '#schema/rules/format.ts'
import { copyLink } from '#client/ui/copy-link.ts'
import { UnsentDot } from '#client/ui/unsent-dot.tsx'
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

/** What somebody said: who, when, and the text as it was written. */
export function Said({ author, on, text, isUnsent, path, marks, actions }: SaidProps) {
  const { t } = useLingui()
  return (
    <>
      <div className={classes.by}>
        {isUnsent && <UnsentDot />}
        <strong>{author}</strong>
        <time className={classes.dim} dateTime={new Date(on).toISOString()}>{formatDateTime(on)}</time>
        {marks}
        <span className={classes.actions}>
          {actions}
          <ActionIcon variant="subtle" color="gray" size={24} aria-label={t`Copy link`} title={t`Copy the link to this comment`} onClick={() => copyLink(path)}><IconLink size={14} aria-hidden /></ActionIcon>
        </span>
      </div>
      <p className={classes.text}>{text}</p>
    </>
  )
}
