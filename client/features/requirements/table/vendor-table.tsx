import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { memo, useCallback, useMemo, useState, type ReactNode } from 'react'
import type { Release } from '#schema/entities/project.ts'
import type { Document, Requirement, Section } from '#schema/entities/structure.ts'
import { openConflicts } from '#client/lib/conflict-dialog.ts'
import { readRow } from '#client/lib/project-store.ts'
import { requirementLink } from '#client/lib/route-links.ts'
import { Grid } from '#client/ui/grid/grid.tsx'
import type { GridGroup } from '#client/ui/grid/grid-items.ts'
import type { GridSort } from '#client/ui/grid/grid-sort.ts'
import type { GridColumn, GridLayout, RowHeight } from '#client/ui/grid/grid-types.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { doesNeedYou } from '../document/needs-you.ts'
import { useUndoSteps } from '../document/undo-buttons.tsx'
import type { DocumentAccess } from '../document/use-access.ts'
import type { VendorRow } from './answer-grid-columns.tsx'
import { useVendorEdits } from './use-vendor-edits.ts'
import { readVendorRow, useVendorRow, VendorRowSourceProvider } from './vendor-row.ts'
import { VendorSelection } from './vendor-selection.tsx'

const DocumentGrid = memo(Grid) as typeof Grid
/** On narrow screens, show the requirement and its answers before the organizing columns. */
const NARROW = { lead: 'name', last: ['id', 'section', 'status'] }

interface VendorTableProps {
  projectId: string
  document: Document
  sections: readonly Section[]
  requirements: readonly Requirement[]
  releases: readonly Release[]
  access: DocumentAccess
  vendorId: number
  rowIds: readonly string[]
  onHold: (rowId: string | null) => void
  layout: GridLayout
  onLayoutChange: (layout: GridLayout) => void
  rowHeight: RowHeight
  groups: readonly GridGroup[] | undefined
  onFold: (sectionId: string) => void
  isWrapped: boolean
  sort: readonly GridSort[]
  onSort: (columnId: string, isAdded: boolean) => void
  /** Submits the rows and reports which answers could not be submitted. */
  onSubmit: (requirementIds: readonly string[]) => void
  empty: ReactNode
  columns: GridColumn<VendorRow>[]
}

/** The table of a vendor, with the actions on selected rows. */
export function VendorTable(props: VendorTableProps) {
  const { projectId, document, sections, vendorId, rowIds, columns, onSubmit } = props
  const { t } = useLingui()
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const [rangeRows, setRangeRows] = useState<readonly string[]>([])
  const { prefix } = document
  const source = useMemo(
    () => ({
      projectId,
      vendorId,
      prefix,
      sectionNames: new Map(sections.map(({ id, name }) => [id, name])),
    }),
    [projectId, vendorId, prefix, sections],
  )
  const readOwnRow = useCallback((id: string) => readVendorRow(source, id), [source])
  const { onChange, onDraft } = useVendorEdits(props)
  const { stepBack, stepForward } = useUndoSteps(document.id)
  const onOpen = useOpenRow(projectId, document.id)
  const onRowKey = useCallback(
    (event: KeyboardEvent, rowId: string) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false
      onSubmit([rowId])
      return true
    },
    [onSubmit],
  )
  const onNotice = useCallback((text: string) => toast.error(text), [])
  const selected = checked.size > 0 ? rowIds.filter((id) => checked.has(id)) : rangeRows
  return (
    <VendorRowSourceProvider value={source}>
      <DocumentGrid<VendorRow>
        narrow={NARROW}
        label={t`Requirements and answers of ${document.name}`}
        rowIds={rowIds}
        useRow={useVendorRow}
        readRow={readOwnRow}
        rowLabel={rowLabel}
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
        onOpen={onOpen}
        onNotice={onNotice}
        onActiveRow={props.onHold}
        checked={checked}
        onCheckedChange={setChecked}
        onRangeRows={setRangeRows}
        onRowKey={onRowKey}
        empty={props.empty}
      />
      {selected.length > 0 && (
        <VendorSelection
          projectId={projectId}
          documentId={document.id}
          vendorId={vendorId}
          releases={props.releases}
          selected={selected}
          answerReason={props.access.answerReason}
          submitReason={props.access.submitReason}
          onClear={checked.size > 0 ? () => setChecked(new Set()) : undefined}
          onSubmit={onSubmit}
        />
      )}
    </VendorRowSourceProvider>
  )
}

const rowLabel = ({ label }: VendorRow): string => label
const titleOf = ({ requirement }: VendorRow): string => requirement.name

/** Opens the page of a row, or its conflict if the id cell shows one. */
function useOpenRow(projectId: string, documentId: string) {
  const navigate = useNavigate()
  return useCallback(
    (rowId: string, columnId: string) => {
      if (columnId === 'id' && doesNeedYou(rowId)) return openConflicts(rowId)
      const row = readRow(projectId, 'requirement', rowId)
      if (row) void navigate(requirementLink({ projectId, documentId }, row))
    },
    [navigate, projectId, documentId],
  )
}
