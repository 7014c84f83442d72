import { useLingui } from '@lingui/react/macro'
import { memo, useCallback, useMemo, useState, type ReactNode, type RefObject } from 'react'
import type { Document, Section } from '#schema/entities/structure.ts'
import { Grid } from '#client/ui/grid/grid.tsx'
import type { GridGroup } from '#client/ui/grid/grid-items.ts'
import type { GridSort } from '#client/ui/grid/grid-sort.ts'
import type {
  GridColumn,
  GridHandle,
  GridLayout,
  GridProps,
  RowHeight,
} from '#client/ui/grid/grid-types.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { useUndoSteps } from '../document/undo-buttons.tsx'
import type { RequestorRow } from './requestor-columns.tsx'
import { readRequestorRow, RequestorRowSourceProvider, useRequestorRow } from './requestor-row.ts'
import { useRequestorEdits } from './use-requestor-edits.ts'

const DocumentGrid = memo(Grid) as typeof Grid
/** On narrow screens, show the requirement first and the organizing columns last. */
const NARROW = { lead: 'name', last: ['status', 'id', 'section'] }

interface RequestorTableProps {
  projectId: string
  document: Document
  sections: readonly Section[]
  columns: readonly GridColumn<RequestorRow>[]
  rowIds: readonly string[]
  /** Vendors with an answer column. The component is remounted when they change. */
  vendorIds: readonly number[]
  layout: GridLayout
  onLayoutChange: (layout: GridLayout) => void
  rowHeight: RowHeight
  groups: readonly GridGroup[] | undefined
  onFold: (sectionId: string) => void
  isWrapped: boolean
  sort: readonly GridSort[]
  onSort: (columnId: string, isAdded: boolean) => void
  onHold: (rowId: string | null) => void
  onOpen: (rowId: string, columnId: string) => void
  checked: ReadonlySet<string>
  onCheckedChange: (checked: ReadonlySet<string>) => void
  onRangeRows: (rowIds: readonly string[]) => void
  onMoveRow: GridProps<RequestorRow>['onMoveRow'] | undefined
  onRowKey: (event: KeyboardEvent, rowId: string) => boolean
  handle: RefObject<GridHandle | null>
  empty: ReactNode
}

/** The rows of a requestor's table. */
export function RequestorTable(props: RequestorTableProps) {
  const { projectId, document, sections, columns, rowIds, onHold, onMoveRow } = props
  const { t } = useLingui()
  const [vendorIds] = useState(props.vendorIds)
  const { prefix } = document
  const source = useMemo(
    () => ({
      projectId,
      vendorIds,
      prefix,
      sectionNames: new Map(sections.map(({ id, name }) => [id, name])),
    }),
    [projectId, vendorIds, prefix, sections],
  )
  const readOwnRow = useCallback((id: string) => readRequestorRow(source, id), [source])
  const { onChange, onDraft } = useRequestorEdits(projectId, document.id)
  const { stepBack, stepForward } = useUndoSteps(document.id)
  const onNotice = useCallback((text: string) => toast.error(text), [])
  return (
    <RequestorRowSourceProvider value={source}>
      <DocumentGrid<RequestorRow>
        narrow={NARROW}
        label={t`Requirements of ${document.name}`}
        rowIds={rowIds}
        useRow={useRequestorRow}
        readRow={readOwnRow}
        rowLabel={labelOf}
        rowTitle={titleOf}
        columns={columns}
        layout={props.layout}
        onLayoutChange={props.onLayoutChange}
        rowHeight={props.rowHeight}
        groups={props.groups}
        onFold={props.onFold}
        isWrapped={props.isWrapped}
        sort={props.sort}
        onSort={props.onSort}
        onChange={onChange}
        onDraft={onDraft}
        onUndo={stepBack}
        onRedo={stepForward}
        onOpen={props.onOpen}
        onNotice={onNotice}
        onActiveRow={onHold}
        checked={props.checked}
        onCheckedChange={props.onCheckedChange}
        onRangeRows={props.onRangeRows}
        onRowKey={props.onRowKey}
        {...(onMoveRow ? { onMoveRow } : {})}
        empty={props.empty}
        handle={props.handle}
      />
    </RequestorRowSourceProvider>
  )
}

const labelOf = ({ label }: RequestorRow): string => label
const titleOf = ({ requirement }: RequestorRow): string => requirement.name
