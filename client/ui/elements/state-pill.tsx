import type { ReactNode } from 'react'
import classes from './state-pill.module.css'

export type PillTone = 'neutral' | 'accent' | 'teal' | 'amber' | 'red'

/**
 * A short state in words; the colour only supports the word. A plain element, because it stands in
 * cells too.
 */
export function StatePill({
  tone = 'neutral',
  title,
  children,
}: {
  tone?: PillTone
  title?: string | undefined
  children: ReactNode
}) {
  return (
    <span className={classes.pill} data-tone={tone} title={title}>
      {children}
    </span>
  )
}
