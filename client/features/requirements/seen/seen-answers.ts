import type { SeenTable } from '#schema/rules/export/seen-table.ts'
import type { GridLayout } from '#client/ui/grid/grid-types.ts'
import type { DocumentViewProps } from '../document/document-view.ts'
import type { TableColumn } from '../filters/column-facet.ts'
import type { VendorRow } from '../table/answer-grid-columns.tsx'
import { readVendorRow } from '../table/vendor-row.ts'
import { seenGrid } from './seen-grid.ts'

type View = Pick<DocumentViewProps, 'projectId' | 'document' | 'sections' | 'isWhole'> & {
  vendorId: number
}
interface Shown {
  columns: readonly TableColumn<VendorRow>[]
  layout: GridLayout
  table: { rowIds: readonly string[] }
}

/** The table of a document as a vendor sees it: the requirements and the vendor's own answers. */
export const seenAnswers = (
  { projectId, document, sections, isWhole, vendorId }: View,
  { columns, layout, table }: Shown,
): SeenTable => {
  const sectionNames = new Map(sections.map(({ id, name }) => [id, name]))
  const source = { projectId, vendorId, prefix: document.prefix, sectionNames }
  const grid = seenGrid({
    name: document.name,
    columns,
    layout,
    rowIds: table.rowIds,
    readRow: (id) => readVendorRow(source, id),
    helpOf: ({ requirement }) => requirement.vendorHelp,
  })
  return { ...grid, isPartial: !isWhole }
}
