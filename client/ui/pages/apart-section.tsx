import type { ReactNode } from 'react'
import classes from './apart-section.module.css'

interface ApartSectionProps {
  title: string
  lead: ReactNode
  children: ReactNode
}

/** At the end of a page, under a line: what is done seldom and not by the way. */
export const ApartSection = ({ title, lead, children }: ApartSectionProps) => (
  <section className={classes.section}>
    <h2>{title}</h2>
    <p>{lead}</p>
    {children}
  </section>
)
