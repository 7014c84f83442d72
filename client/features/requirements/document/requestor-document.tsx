import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { IconDots, IconFileImport, IconPlus } from '@tabler/icons-react'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { commitmentStatus } from '#schema/rules/answers/commitments.ts'
import { openConflicts } from '#client/lib/conflict-dialog.ts'
import { useLocalSetting } from '#client/lib/local-settings.ts'
import { readRow, useRows } from '#client/lib/project-store.ts'
import { BottomBar } from '#client/ui/pages/bottom-bar.tsx'
import { EmptyState } from '#client/ui/pages/empty-state.tsx'
import { ExplainedButton } from '#client/ui/feedback/explained-button.tsx'
import { MenuButton } from '#client/ui/floating/menu-button.tsx'
import { ColumnChooser } from '#client/ui/grid/column-chooser.tsx'
import type { GridHandle, RowHeight } from '#client/ui/grid/grid-types.ts'
import { lazyOverlay } from '#client/ui/pages/lazy-part.tsx'
import { Page } from '#client/ui/pages/page.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { useEver } from '#client/ui/browser/use-ever.ts'
import { hasFilter, NO_FILTERS } from '../filters/document-filters.ts'
import { dropTarget } from './document-order.ts'
import type { DocumentViewProps } from './document-view.ts'
import { LazyParameterDrawer } from '../parameters/lazy-parameter-drawer.tsx'
import { doesNeedYou } from './needs-you.ts'
import { useRequestorRead } from './requestor-read.ts'
import { useRequestorColumns } from '../table/requestor-columns.tsx'
import { RequestorTable } from '../table/requestor-table.tsx'
import { deleteRequirements, moveRequirements } from '../requirement/requirement-commands.ts'
import { requirementLink } from '#client/lib/route-links.ts'
import { SelectionBar } from '../table/selection-bar.tsx'
import { UndoButtons } from './undo-buttons.tsx'
import { ArrangementChoices } from '../views/arrangement-choices.tsx'
import { ViewsButton } from '../views/views-button.tsx'
import { useArrangement } from '../views/use-arrangement.ts'
import { useNewRequirement } from '../requirement/use-new-requirement.tsx'
import { useTable } from '../table/use-table.tsx'
import type { ImportDialogProps } from './document-page.tsx'
import classes from './document.module.css'

const MoveDialog = lazyOverlay(
  () => import('./move-dialog.tsx').then((part) => part.MoveDialog),
  ({ ids, onClose }) => ({ opened: ids !== null, close: onClose }),
)

const NONE: readonly string[] = []

/** The requestor's table: what is asked, edited like a spreadsheet. */
export function RequestorDocument(
  props: DocumentViewProps & { importDialog: (props: ImportDialogProps) => ReactNode },
) {
  const {
    projectId,
    document,
    sections,
    requirements,
    releases,
    access,
    crumbs,
    toggle,
    files,
    importDialog,
  } = props
  const { t } = useLingui()
  const navigate = useNavigate()
  const {
    arrangement,
    arrange,
    layout,
    setLayout,
    sort: keptSort,
    onSort,
  } = useArrangement('requirements', document.id)
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
    contentReason: access.contentReason,
  })
  const read = useRequestorRead({ columns, document, sections, vendors, commitments })
  const isReadOnly = access.contentReason !== null
  const { rowIds, groups, onFold, setHeldId, search, setSearch, sort, bar, chips } = useTable({
    document,
    sections,
    isGrouped: arrangement.isGrouped,
    requirements,
    releases,
    columns: read,
    answers: null,
    sort: keptSort,
    onUnsort: () => arrange({ sort: [] }),
    isMovable: !isReadOnly,
  })
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const [rangeRows, setRangeRows] = useState<readonly string[]>(NONE)
  const [moving, setMoving] = useState<readonly string[] | null>(null)
  const [asking, setAsking] = useState<readonly string[] | null>(null)
  const isMovingEver = useEver(moving !== null)
  const [isImporting, setImporting] = useState(false)
  const handle = useRef<GridHandle | null>(null)
  const activeId = useRef<string | null>(null)
  const [createdId, setCreatedId] = useState<string | null>(null)
  const place = useMemo(() => ({ projectId, documentId: document.id }), [projectId, document.id])
  const selected = checked.size > 0 ? rowIds.filter((id) => checked.has(id)) : rangeRows
  const count = requirements.length
  const answered =
    vendors.length === 0 || count === 0
      ? null
      : Math.round(
          (commitments.filter((one) => commitmentStatus(one) !== 'OPEN').length /
            (count * vendors.length)) *
            100,
        )

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
  const add = () => {
    const active =
      activeId.current === null ? undefined : readRow(projectId, 'requirement', activeId.current)
    start(active ? { sectionId: active.sectionId, after: active.id } : null)
  }
  useEffect(() => {
    // The row may come before or after the answer of the command.
    if (createdId === null || !rowIds.includes(createdId)) return
    handle.current?.reveal(createdId)
    setCreatedId(null)
  }, [rowIds, createdId])

  const latest = useRef({ requirements, checked })
  latest.current = { requirements, checked }
  const onHold = useCallback(
    (rowId: string | null) => {
      if (rowId !== null) activeId.current = rowId
      setHeldId(rowId)
    },
    [setHeldId],
  )
  const onMoveRow = useCallback(
    (rowId: string, beside: { rowId: string; side: 'before' | 'after' }) => {
      const target = dropTarget(latest.current.requirements, rowId, beside)
      const ids = latest.current.checked.has(rowId)
        ? latest.current.requirements
            .filter(({ id }) => latest.current.checked.has(id))
            .map(({ id }) => id)
        : [rowId]
      if (target) moveRequirements(place, ids, target).catch((error: unknown) => toast.error(error))
    },
    [place],
  )
  const isSorted = sort.length > 0
  const onRowKey = useCallback(
    (event: KeyboardEvent) => {
      if (
        isReadOnly ||
        !isSorted ||
        !event.altKey ||
        (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')
      )
        return false
      toast.error(
        t`Requirements cannot be moved while the table is sorted. Return to document order first.`,
      )
      return true
    },
    [isReadOnly, isSorted, t],
  )
  const onOpen = useCallback(
    (rowId: string, columnId: string) => {
      if (columnId === 'asked') return setAsking([rowId])
      if (columnId === 'id' && doesNeedYou(rowId)) return openConflicts(rowId)
      const row = readRow(projectId, 'requirement', rowId)
      if (row) void navigate(requirementLink({ projectId, documentId: document.id }, row))
    },
    [navigate, projectId, document.id],
  )
  const remove = (ids: readonly string[]) => {
    const wanted = new Set(ids)
    deleteRequirements(
      place,
      requirements.filter(({ id }) => wanted.has(id)),
    ).then(
      (isDone) => isDone && setChecked(new Set()),
      (error: unknown) => toast.error(error),
    )
  }
  const addButton = (
    <ExplainedButton
      size="xs"
      reason={access.contentReason}
      onClick={add}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      <Trans>Add requirement</Trans>
    </ExplainedButton>
  )
  const importButton = (
    <ExplainedButton
      size="xs"
      variant="default"
      reason={access.contentReason}
      onClick={() => setImporting(true)}
      leftSection={<IconFileImport size={16} aria-hidden />}
    >
      <Trans>Import…</Trans>
    </ExplainedButton>
  )
  return (
    <Page
      title={document.name}
      crumbs={crumbs}
      isFlush
      toolbar={bar}
      actions={
        <>
          <span className={classes.count}>
            <Plural value={count} one="# requirement" other="# requirements" />
            {answered !== null && (
              <>
                {' '}
                · <Trans>{answered} % answered</Trans>
              </>
            )}
          </span>
          <UndoButtons scope={document.id} />
          {toggle}
          {files}
          <ViewsButton
            projectId={projectId}
            documentId={document.id}
            arrangement={arrangement}
            arrange={arrange}
            search={search}
            setSearch={setSearch}
          />
          <ColumnChooser
            columns={columns}
            layout={layout}
            onLayoutChange={setLayout}
            rowHeight={rowHeight}
            onRowHeightChange={setRowHeight}
          >
            <ArrangementChoices arrangement={arrangement} arrange={arrange} />
          </ColumnChooser>
          {importButton}
          <MenuButton
            button={(target) => (
              <Button
                {...target}
                size="xs"
                variant="default"
                aria-label={t`More actions`}
                title={t`More actions`}
              >
                <IconDots size={16} aria-hidden />
              </Button>
            )}
            items={[
              {
                label: t`Edit answer fields of all requirements…`,
                reason: access.contentReason,
                run: () => setAsking(rowIds),
              },
            ]}
          />
          <span className={classes.wide}>{addButton}</span>
        </>
      }
    >
      {access.contentReason !== null && (
        <p className={classes.reason} role="note">
          {access.contentReason}
        </p>
      )}
      {chips}
      <div className={classes.table}>
        <RequestorTable
          key={vendors.map(({ vendorId }) => vendorId).join()}
          projectId={projectId}
          document={document}
          sections={sections}
          columns={columns}
          rowIds={rowIds}
          vendorIds={vendors.map(({ vendorId }) => vendorId)}
          layout={layout}
          onLayoutChange={setLayout}
          rowHeight={rowHeight}
          groups={groups}
          onFold={onFold}
          isWrapped={arrangement.isWrapped}
          sort={sort}
          onSort={onSort}
          onRowKey={onRowKey}
          onHold={onHold}
          onOpen={onOpen}
          checked={checked}
          onCheckedChange={setChecked}
          onRangeRows={setRangeRows}
          onMoveRow={isReadOnly || sort.length > 0 ? undefined : onMoveRow}
          handle={handle}
          empty={
            hasFilter(search) ? (
              <EmptyState
                title={t`No requirement matches the filters`}
                action={
                  <Button size="xs" variant="default" onClick={() => setSearch(NO_FILTERS)}>
                    <Trans>Clear all filters</Trans>
                  </Button>
                }
              />
            ) : (
              <EmptyState
                title={t`No requirements yet`}
                action={
                  isReadOnly ? undefined : (
                    <>
                      {addButton} {importButton}
                    </>
                  )
                }
              >
                <Trans>Add the first one, or import a spreadsheet.</Trans>
              </EmptyState>
            )
          }
        />
        {selected.length > 0 && (
          <SelectionBar
            count={selected.length}
            onClear={checked.size > 0 ? () => setChecked(new Set()) : undefined}
          >
            <Button size="xs" variant="default" onClick={() => setAsking(selected)}>
              <Trans>Edit answer fields…</Trans>
            </Button>
            <ExplainedButton
              size="xs"
              variant="default"
              reason={access.contentReason}
              onClick={() => setMoving(selected)}
            >
              <Trans>Move to…</Trans>
            </ExplainedButton>
            <ExplainedButton
              size="xs"
              color="red"
              variant="light"
              reason={access.removeReason}
              onClick={() => remove(selected)}
            >
              <Trans>Delete</Trans>
            </ExplainedButton>
          </SelectionBar>
        )}
      </div>
      {line}
      {!isReadOnly && <BottomBar>{addButton}</BottomBar>}
      <Suspense fallback={null}>
        {isMovingEver && (
          <MoveDialog
            ids={moving}
            sections={sections}
            requirements={requirements}
            prefix={document.prefix}
            onClose={() => setMoving(null)}
            onMove={(target) =>
              void moveRequirements(place, moving ?? [], target).catch((error: unknown) =>
                toast.error(error),
              )
            }
          />
        )}
      </Suspense>
      <LazyParameterDrawer
        ids={asking}
        projectId={projectId}
        document={document}
        requirements={requirements}
        reason={access.contentReason}
        onClose={() => setAsking(null)}
      />
      {importDialog({
        projectId,
        documentId: document.id,
        opened: isImporting,
        onClose: () => setImporting(false),
      })}
    </Page>
  )
}
