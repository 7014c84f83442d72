import type { ReactNode } from 'react'
import classes from './apart-section.module.css'

interface ApartSectionProps {
  title: string
  lead: ReactNode
  children: ReactNode
}

/** A section at the end of a page, below a line, for rare and weighty actions. */
export const ApartSection = ({ title, lead, children }: ApartSectionProps) => (
  <section className={classes.section}>
    <h2>{title}</h2>
    <p>{lead}</p>
    {children}
  </section>
)
