import type { ReactNode } from 'react'
import { sectionParts } from '../document/section-name.ts'
import classes from './section-cell.module.css'

/**
 * The section of a row: its last part first, the path dimmed. A plain function, because cells do
 * not use components.
 */
export function sectionCell(name: string): ReactNode {
  const { leaf, path } = sectionParts(name)
  return path === '' ? (
    leaf
  ) : (
    <span title={name}>
      {leaf} <span className={classes.path}>{path}</span>
    </span>
  )
}
