import { useMemo } from 'react'
import { commitmentStatus } from '#schema/rules/answers/commitments.ts'
import { useLocalSetting } from '#client/lib/local-settings.ts'
import { useRows } from '#client/lib/project-store.ts'
import { useTeam } from '#client/lib/team.ts'
import type { RowHeight } from '#client/ui/grid/grid-types.ts'
import { useRequestorColumns } from '../table/requestor-columns.tsx'
import { useTable } from '../table/use-table.tsx'
import { useArrangement } from '../views/use-arrangement.ts'
import type { DocumentViewProps } from './document-view.ts'
import { answeredPercent } from './answered-percent.ts'
import { useRequestorRead } from './requestor-read.ts'

/** The columns, rows and arrangement of the requestors' table. */
export const useRequestorDocument = (props: DocumentViewProps) => {
  const { projectId, document, sections, requirements, releases, access } = props
  const arranged = useArrangement('requirements', document.id)
  const { arrangement, arrange } = arranged
  const [rowHeight, setRowHeight] = useLocalSetting<RowHeight>('grid.row-height', 36)
  const vendors = useRows(projectId, 'projectVendor', {
    projectId: access.areAnswersOpen ? projectId : '',
  })
  const commitments = useRows(projectId, 'commitment', {
    documentId: access.areAnswersOpen ? document.id : '',
  })
  const columns = useRequestorColumns({
    prefix: document.prefix,
    sections,
    requirements,
    vendors,
    team: useTeam(projectId),
    contentReason: access.contentReason,
  })
  const read = useRequestorRead({ columns, document, sections, vendors, commitments })
  const table = useTable({
    document,
    sections,
    isGrouped: arrangement.isGrouped,
    requirements,
    releases,
    columns: read,
    answers: null,
    sort: arranged.sort,
    onUnsort: () => arrange({ sort: [] }),
    isMovable: access.contentReason === null,
  })
  const vendorIds = useMemo(() => vendors.map(({ vendorId }) => vendorId), [vendors])
  const expected = requirements.length * vendors.length
  const given = commitments.filter((one) => commitmentStatus(one) !== 'OPEN').length
  return {
    arrangement,
    arrange,
    layout: arranged.layout,
    setLayout: arranged.setLayout,
    onSort: arranged.onSort,
    rowHeight,
    setRowHeight,
    columns,
    vendorIds,
    table,
    /** In percent of all expected answers; null = none expected. */
    answered: expected === 0 ? null : answeredPercent(given, expected),
  }
}
