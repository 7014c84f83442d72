import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { planSubmit } from '#schema/rules/answers/bulk-submit.ts'
import { useLocalSetting } from '#client/lib/local-settings.ts'
import { ExportSeenButton } from '#client/ui/elements/export-seen-button.tsx'
import { EmptyState } from '#client/ui/pages/empty-state.tsx'
import { ColumnChooser } from '#client/ui/grid/column-chooser.tsx'
import type { RowHeight } from '#client/ui/grid/grid-types.ts'
import { Page } from '#client/ui/pages/page.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { AnswerActions } from '../answers/answer-actions.tsx'
import { hasFilter } from '../filters/document-filters.ts'
import { NO_FILTERS } from '../filters/no-filters.ts'
import type { DocumentViewProps } from './document-view.ts'
import { PartsLine } from '../parts/part-actions.tsx'
import { submitAnswers } from '../submit/submit-answers.ts'
import { tellOutcome, untilDecided } from '../submit/submit-outcome.ts'
import { answeredPercent } from './answered-percent.ts'
import { UndoButtons } from './undo-buttons.tsx'
import { useAnswers } from './use-document.ts'
import { ArrangementChoices } from '../views/lazy-arrangement-choices.tsx'
import { useVendorView } from '#client/lib/vendor-view.ts'
import { ViewsButton } from '../views/views-button.tsx'
import { useArrangement } from '../views/use-arrangement.ts'
import { RequirementCount } from '../table/requirement-count.tsx'
import { useTable } from '../table/use-table.tsx'
import { useVendorColumns, useVendorRead } from '../table/vendor-columns.tsx'
import { VendorTable } from '../table/vendor-table.tsx'
import classes from './document.module.css'

type VendorDocumentProps = DocumentViewProps & { vendorId: number }

/** A document for a vendor: a table of answers, submitted one by one or together. */
export function VendorDocument(props: VendorDocumentProps) {
  const { projectId, document, sections, requirements, releases, access, vendorId } = props
  const shown = useVendorDocument(props)
  const { table, arrangement } = shown
  const submit = useSubmit(props, shown.answers)
  return (
    <Page
      title={document.name}
      isContentTitle
      crumbs={props.crumbs}
      isFlush
      toolbar={table.bar}
      actions={<VendorActions view={props} shown={shown} />}
    >
      {access.answerReason !== null && (
        <p className={classes.reason} role="note">
          {access.answerReason}
        </p>
      )}
      <PartsLine document={document} sections={sections} />
      {table.chips}
      <div className={classes.table}>
        <VendorTable
          projectId={projectId}
          document={document}
          sections={sections}
          requirements={requirements}
          releases={releases}
          access={access}
          vendorId={vendorId}
          columns={shown.columns}
          rowIds={table.rowIds}
          onHold={table.setHeldId}
          layout={shown.layout}
          onLayoutChange={shown.setLayout}
          rowHeight={shown.rowHeight}
          groups={table.groups}
          onFold={table.onFold}
          isWrapped={arrangement.isWrapped}
          sort={table.sort}
          onSort={shown.onSort}
          onSubmit={submit}
          empty={
            <VendorEmpty
              clearFilters={hasFilter(table.search) ? () => table.setSearch(NO_FILTERS) : null}
            />
          }
        />
      </div>
    </Page>
  )
}

/** The columns, rows and arrangement of the vendor's table. */
const useVendorDocument = (props: VendorDocumentProps) => {
  const { projectId, document, sections, requirements, releases, access, vendorId } = props
  const answers = useAnswers(projectId, document.id, vendorId)
  const arranged = useArrangement('answers', document.id)
  const { arrangement, arrange } = arranged
  const [rowHeight, setRowHeight] = useLocalSetting<RowHeight>('grid.row-height', 36)
  const columns = useVendorColumns({
    prefix: document.prefix,
    sections,
    requirements,
    releases,
    access,
  })
  const read = useVendorRead({ columns, document, sections, answers })
  const table = useTable({
    document,
    sections,
    isGrouped: arrangement.isGrouped,
    requirements,
    releases,
    columns: read,
    answers,
    sort: arranged.sort,
    onUnsort: () => arrange({ sort: [] }),
    isMovable: false,
  })
  return {
    answers,
    arrangement,
    arrange,
    layout: arranged.layout,
    setLayout: arranged.setLayout,
    onSort: arranged.onSort,
    rowHeight,
    setRowHeight,
    columns,
    table,
  }
}

type ShownDocument = ReturnType<typeof useVendorDocument>

/** Submits the complete answers and reports the others. */
const useSubmit = (props: VendorDocumentProps, answers: ShownDocument['answers']) => {
  const { projectId, document, requirements, releases, vendorId } = props
  const { t } = useLingui()
  return (requirementIds: readonly string[]) => {
    const wanted = new Set(requirementIds)
    const plan = planSubmit(
      requirements.filter(({ id }) => wanted.has(id)),
      answers ?? new Map(),
      releases,
    )
    const ids = plan.ready.map(({ id }) => id)
    submitAnswers(
      {
        projectId,
        documentId: document.id,
        vendorId,
        label: t({ message: 'Submit', context: 'as an action' }),
      },
      ids,
    )
      .then(() => untilDecided({ projectId, vendorId, requirementIds: ids }))
      .then(
        (outcome) => tellOutcome(plan, outcome),
        (error: unknown) => toast.error(error),
      )
  }
}

function VendorActions({ view, shown }: { view: VendorDocumentProps; shown: ShownDocument }) {
  const { projectId, document, requirements, releases, access, vendorId } = view
  const { arrangement, arrange, answers, table } = shown
  const isTried = useVendorView()?.projectId === projectId
  const count = requirements.length
  const share = answeredPercent(table.answered ?? 0, count)
  return (
    <>
      {view.isWhole && (
        <span className={classes.count}>
          <RequirementCount shown={table.matchingCount} total={count} /> ·{' '}
          <Trans>{share} % answered</Trans>
        </span>
      )}
      <UndoButtons scope={document.id} />
      {view.toggle}
      {view.files}
      {/* The server keeps saved views, and the vendor view sends nothing. */}
      {!isTried && (
        <ViewsButton
          projectId={projectId}
          documentId={document.id}
          arrangement={arrangement}
          arrange={arrange}
          search={table.search}
          setSearch={table.setSearch}
        />
      )}
      <ColumnChooser
        columns={shown.columns}
        layout={shown.layout}
        onLayoutChange={shown.setLayout}
        rowHeight={shown.rowHeight}
        onRowHeightChange={shown.setRowHeight}
      >
        <ArrangementChoices arrangement={arrangement} arrange={arrange} />
        {/* The bar has no room for it beside the count of answers. */}
        <ExportSeenButton
          read={() =>
            import('../seen/seen-answers.ts').then((part) => part.seenAnswers(view, shown))
          }
        />
      </ColumnChooser>
      <AnswerActions
        {...{ projectId, document, vendorId, requirements, answers, releases, access }}
      />
    </>
  )
}

/**
 * Shown if the table has no rows.
 * @param props.clearFilters null = no filter is set
 */
function VendorEmpty({ clearFilters }: { clearFilters: (() => void) | null }) {
  const { t } = useLingui()
  return clearFilters !== null ? (
    <EmptyState
      title={t`No requirement matches the filters`}
      action={
        <Button size="xs" variant="default" onClick={clearFilters}>
          <Trans>Clear all filters</Trans>
        </Button>
      }
    />
  ) : (
    <EmptyState title={t`This document has no requirements`} />
  )
}
