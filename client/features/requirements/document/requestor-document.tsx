import { Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { readRow } from '#client/lib/project-store.ts'
import { BottomBar } from '#client/ui/pages/bottom-bar.tsx'
import type { GridHandle } from '#client/ui/grid/grid-types.ts'
import { lazyOverlay, lazyPart } from '#client/ui/pages/lazy-part.tsx'
import { Page } from '#client/ui/pages/page.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { useEver } from '#client/ui/browser/use-ever.ts'
import { hasFilter } from '../filters/document-filters.ts'
import { NO_FILTERS } from '../filters/no-filters.ts'
import { LazyParameterDrawer } from '../parameters/lazy-parameter-drawer.tsx'
import { deleteRequirements, moveRequirements } from '../requirement/requirement-commands.ts'
import { useNewRequirement } from '../requirement/use-new-requirement.tsx'
import { RequestorTable } from '../table/requestor-table.tsx'
import type { ImportDialogProps } from './document-page.tsx'
import type { DocumentViewProps } from './document-view.ts'
import { RequestorActions } from './requestor-actions.tsx'
import { RequestorSelection } from './requestor-selection.tsx'
import { useRequestorDocument } from './use-requestor-document.ts'
import { useRowGestures } from './use-row-gestures.ts'
import { AddRequirementButton, ImportButton } from './write-buttons.tsx'
import classes from './document.module.css'

const DocumentEmpty = lazyPart(() =>
  import('./document-empty.tsx').then((part) => part.DocumentEmpty),
)
const MoveDialog = lazyOverlay(
  () => import('./move-dialog.tsx').then((part) => part.MoveDialog),
  ({ ids, onClose }) => ({ opened: ids !== null, close: onClose }),
)

const NONE: readonly string[] = []

type RequestorDocumentProps = DocumentViewProps & {
  importDialog: (props: ImportDialogProps) => ReactNode
}

/** A document for requestors: a table edited like a spreadsheet. */
export function RequestorDocument(props: RequestorDocumentProps) {
  const { document, requirements, access, crumbs } = props
  const shown = useRequestorDocument(props)
  const { rowIds, sort, bar, chips } = shown.table
  const [isImporting, setImporting] = useState(false)
  const [asking, setAsking] = useState<readonly string[] | null>(null)
  const handle = useRef<GridHandle | null>(null)
  const { add, line, onHold } = useAdding(props, shown.table, handle)
  const selection = useSelection(props, rowIds, handle)
  const { place, checked, selected } = selection
  const isReadOnly = access.contentReason !== null
  const gestures = useRowGestures({
    place,
    requirements,
    checked,
    isReadOnly,
    isSorted: sort.length > 0,
    onAsk: setAsking,
  })
  const addButton = <AddRequirementButton reason={access.contentReason} onClick={add} />
  const importButton = (
    <ImportButton reason={access.contentReason} onClick={() => setImporting(true)} />
  )
  return (
    <Page
      title={document.name}
      isContentTitle
      crumbs={crumbs}
      isFlush
      toolbar={bar}
      actions={
        <RequestorActions
          view={props}
          shown={shown}
          importButton={importButton}
          addButton={addButton}
          onAskAll={() => setAsking(rowIds)}
        />
      }
    >
      {access.contentReason !== null && (
        <p className={classes.reason} role="note">
          {access.contentReason}
        </p>
      )}
      {chips}
      <div className={classes.table}>
        <Rows
          view={props}
          shown={shown}
          gestures={gestures}
          selection={selection}
          onHold={onHold}
          handle={handle}
          onAdd={add}
          importButton={importButton}
        />
        {selected.length > 0 && (
          <RequestorSelection
            count={selected.length}
            access={access}
            onClear={checked.size > 0 ? selection.clear : undefined}
            onAsk={() => setAsking(selected)}
            onMove={selection.move}
            onRemove={selection.remove}
          />
        )}
      </div>
      {line}
      {!isReadOnly && <BottomBar>{addButton}</BottomBar>}
      {selection.dialog}
      <LazyParameterDrawer
        ids={asking}
        projectId={place.projectId}
        document={document}
        requirements={requirements}
        reason={access.contentReason}
        onClose={() => setAsking(null)}
      />
      {props.importDialog({
        ...place,
        opened: isImporting,
        onClose: () => setImporting(false),
      })}
    </Page>
  )
}

interface RowsProps {
  view: DocumentViewProps
  shown: ReturnType<typeof useRequestorDocument>
  gestures: ReturnType<typeof useRowGestures>
  selection: ReturnType<typeof useSelection>
  onHold: (rowId: string | null) => void
  handle: { current: GridHandle | null }
  onAdd: () => void
  importButton: ReactNode
}

function Rows({ view, shown, gestures, selection, onHold, handle, ...props }: RowsProps) {
  const { table, arrangement, vendorIds } = shown
  const { search, setSearch } = table
  return (
    <RequestorTable
      key={vendorIds.join()}
      projectId={view.projectId}
      document={view.document}
      sections={view.sections}
      columns={shown.columns}
      rowIds={table.rowIds}
      vendorIds={vendorIds}
      layout={shown.layout}
      onLayoutChange={shown.setLayout}
      rowHeight={shown.rowHeight}
      groups={table.groups}
      onFold={table.onFold}
      isWrapped={arrangement.isWrapped}
      sort={table.sort}
      onSort={shown.onSort}
      onRowKey={gestures.onRowKey}
      onHold={onHold}
      onOpen={gestures.onOpen}
      checked={selection.checked}
      onCheckedChange={selection.setChecked}
      onRangeRows={selection.setRangeRows}
      onMoveRow={gestures.onMoveRow}
      handle={handle}
      empty={
        <Suspense fallback={null}>
          <DocumentEmpty
            clearFilters={hasFilter(search) ? () => setSearch(NO_FILTERS) : null}
            access={view.access}
            onAdd={props.onAdd}
            importButton={props.importButton}
          />
        </Suspense>
      }
    />
  )
}

/** Adds a requirement after the active row and scrolls to it once its row exists. */
const useAdding = (
  { projectId, document, sections, requirements, access }: DocumentViewProps,
  { rowIds, setHeldId }: ReturnType<typeof useRequestorDocument>['table'],
  handle: { current: GridHandle | null },
) => {
  const activeId = useRef<string | null>(null)
  const [createdId, setCreatedId] = useState<string | null>(null)
  const { start, line } = useNewRequirement({
    projectId,
    documentId: document.id,
    sections,
    requirements,
    access,
    onAdded: (id) => {
      setHeldId(id)
      setCreatedId(id)
    },
  })
  useEffect(() => {
    // The row can arrive before or after the command's result.
    if (createdId === null || !rowIds.includes(createdId)) return
    handle.current?.reveal(createdId)
    setCreatedId(null)
  }, [rowIds, createdId, handle])
  const onHold = useCallback(
    (rowId: string | null) => {
      if (rowId !== null) activeId.current = rowId
      setHeldId(rowId)
    },
    [setHeldId],
  )
  const add = () => {
    const active =
      activeId.current === null ? undefined : readRow(projectId, 'requirement', activeId.current)
    start(active ? { sectionId: active.sectionId, after: active.id } : null)
  }
  return { add, line, onHold }
}

/** The selected requirements, and functions that move and delete them. */
const useSelection = (
  { projectId, document, sections, requirements }: DocumentViewProps,
  rowIds: readonly string[],
  handle: { current: GridHandle | null },
) => {
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const [rangeRows, setRangeRows] = useState<readonly string[]>(NONE)
  const [moving, setMoving] = useState<readonly string[] | null>(null)
  const isMovingEver = useEver(moving !== null)
  const place = useMemo(() => ({ projectId, documentId: document.id }), [projectId, document.id])
  const selected = checked.size > 0 ? rowIds.filter((id) => checked.has(id)) : rangeRows
  const clear = () => setChecked(new Set())
  const fail = (error: unknown) => toast.error(error)
  const remove = () => {
    const wanted = new Set(selected)
    const rows = requirements.filter(({ id }) => wanted.has(id))
    const last = rowIds.findLastIndex((id) => wanted.has(id))
    const near = rowIds[last + 1] ?? rowIds.findLast((id) => !wanted.has(id))
    deleteRequirements(place, rows).then((isDone) => {
      if (!isDone) return
      clear()
      // The bar with the pressed button is gone.
      if (near !== undefined) handle.current?.focus(near)
    }, fail)
  }
  const dialog = (
    <Suspense fallback={null}>
      {isMovingEver && (
        <MoveDialog
          ids={moving}
          sections={sections}
          requirements={requirements}
          prefix={document.prefix}
          onClose={() => setMoving(null)}
          onMove={(target) => void moveRequirements(place, moving ?? [], target).catch(fail)}
        />
      )}
    </Suspense>
  )
  return {
    place,
    checked,
    setChecked,
    setRangeRows,
    selected,
    clear,
    remove,
    move: () => setMoving(selected),
    dialog,
  }
}
