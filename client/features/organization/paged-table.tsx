import type { ReactNode } from 'react'
import table from '../../ui/elements/data-table.module.css'
import { Pager } from './pager.tsx'
import type { PageChoice } from './use-page.ts'

interface PagedTableProps {
  heads: readonly {
    readonly label: string
    readonly isNumber?: boolean
    /** Only for screen readers. */
    readonly isHidden?: boolean
  }[]
  page: PageChoice
  total: number
  /** The rows of the table. */
  children: ReactNode
}

/** A table with server-side paging. On a narrow screen each row becomes a card. */
export function PagedTable({ heads, page, total, children }: PagedTableProps) {
  return (
    <>
      <table className={table.table} data-cards>
        <thead>
          <tr>
            {heads.map(({ label, isNumber = false, isHidden = false }) => (
              <th key={label} scope="col" className={isNumber ? table.number : undefined}>
                {isHidden ? <span className="visually-hidden">{label}</span> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
      <Pager page={page} total={total} />
    </>
  )
}
