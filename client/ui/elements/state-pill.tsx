import type { ReactNode } from 'react'
import classes from './state-pill.module.css'

export type PillTone = 'neutral' | 'accent' | 'teal' | 'amber' | 'red'

/**
 * A short state as text; the colour only supports it. A plain element, because table cells use it
 * too.
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
