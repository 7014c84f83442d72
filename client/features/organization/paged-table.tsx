import type { ReactNode } from 'react'
import table from '../../ui/elements/data-table.module.css'
import { Pager } from './pager.tsx'

interface PagedTableProps {
  heads: readonly {
    readonly label: string
    readonly isNumber?: boolean
    /** Said to those who hear the table only. */ readonly isHidden?: boolean
  }[]
  page: { readonly pageNumber: number; readonly pageSize: number; readonly total: number }
  onPage: (pageNumber: number) => void
  /** Rows. */
  children: ReactNode
}

/** One page of a list that the server cuts; on a narrow screen each row is a card. */
export function PagedTable({ heads, page, onPage, children }: PagedTableProps) {
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
      <Pager {...page} onPage={onPage} />
    </>
  )
}
