import type { SeenTable } from '#schema/rules/export/seen-table.ts'
import type { DocumentViewProps } from '../document/document-view.ts'
import type { useRequestorDocument } from '../document/use-requestor-document.ts'
import { readRequestorRow } from '../table/requestor-row.ts'
import { seenGrid } from './seen-grid.ts'

type Shown = Pick<ReturnType<typeof useRequestorDocument>, 'columns' | 'layout' | 'vendorIds'> & {
  table: { rowIds: readonly string[] }
}

/** The table of a document as a requestor sees it. */
export const seenRequirements = (
  {
    projectId,
    document,
    sections,
    isWhole,
  }: Pick<DocumentViewProps, 'projectId' | 'document' | 'sections' | 'isWhole'>,
  { columns, layout, vendorIds, table }: Shown,
): SeenTable => {
  const sectionNames = new Map(sections.map(({ id, name }) => [id, name]))
  const source = { projectId, vendorIds, prefix: document.prefix, sectionNames }
  const grid = seenGrid({
    name: document.name,
    columns,
    layout,
    rowIds: table.rowIds,
    readRow: (id) => readRequestorRow(source, id),
    helpOf: ({ requirement }) => requirement.vendorHelp,
  })
  return { ...grid, isPartial: !isWhole }
}
