import type { ReactNode } from 'react'
import { sectionParts } from '../document/section-name.ts'
import classes from './section-cell.module.css'

/**
 * The section of a row, leaf first; the path stands after it and in the title. A function, as cells
 * are no components.
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
