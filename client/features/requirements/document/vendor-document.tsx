import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { planSubmit } from '#schema/rules/answers/bulk-submit.ts'
import { useLocalSetting } from '#client/lib/local-settings.ts'
import { EmptyState } from '#client/ui/pages/empty-state.tsx'
import { ColumnChooser } from '#client/ui/grid/column-chooser.tsx'
import type { RowHeight } from '#client/ui/grid/grid-types.ts'
import { Page } from '#client/ui/pages/page.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { AnswerActions } from '../answers/answer-actions.tsx'
import { hasFilter, NO_FILTERS } from '../filters/document-filters.ts'
import type { DocumentViewProps } from './document-view.ts'
import { submitAnswers } from '../submit/submit-answers.ts'
import { tellOutcome, untilDecided } from '../submit/submit-outcome.ts'
import { UndoButtons } from './undo-buttons.tsx'
import { useAnswers } from './use-document.ts'
import { ArrangementChoices } from '../views/arrangement-choices.tsx'
import { ViewsButton } from '../views/views-button.tsx'
import { useArrangement } from '../views/use-arrangement.ts'
import { useTable } from '../table/use-table.tsx'
import { useVendorColumns, useVendorRead } from '../table/vendor-columns.tsx'
import { VendorTable } from '../table/vendor-table.tsx'
import classes from './document.module.css'

/** The vendor's table: answers typed, pasted and filled down, submitted one by one or together. */
export function VendorDocument({
  projectId,
  document,
  sections,
  requirements,
  releases,
  access,
  crumbs,
  toggle,
  files,
  vendorId,
}: DocumentViewProps & { vendorId: number }) {
  const { t } = useLingui()
  const answers = useAnswers(projectId, document.id, vendorId)
  const {
    arrangement,
    arrange,
    layout,
    setLayout,
    sort: keptSort,
    onSort,
  } = useArrangement('answers', document.id)
  const [rowHeight, setRowHeight] = useLocalSetting<RowHeight>('grid.row-height', 36)
  const columns = useVendorColumns({
    prefix: document.prefix,
    sections,
    requirements,
    releases,
    access,
  })
  const read = useVendorRead({ columns, document, sections, answers })
  const { rowIds, groups, onFold, answered, setHeldId, search, setSearch, sort, bar, chips } =
    useTable({
      document,
      sections,
      isGrouped: arrangement.isGrouped,
      requirements,
      releases,
      columns: read,
      answers,
      sort: keptSort,
      onUnsort: () => arrange({ sort: [] }),
      isMovable: false,
    })
  const count = requirements.length
  const share = count === 0 ? 0 : Math.round(((answered ?? 0) / count) * 100)

  const submit = (requirementIds: readonly string[]) => {
    const wanted = new Set(requirementIds)
    const plan = planSubmit(
      requirements.filter(({ id }) => wanted.has(id)),
      answers ?? new Map(),
      releases,
    )
    const ids = plan.ready.map(({ id }) => id)
    submitAnswers({ projectId, documentId: document.id, vendorId, label: t`Submit` }, ids)
      .then(() => untilDecided({ projectId, vendorId, requirementIds: ids }))
      .then(
        (outcome) => tellOutcome(plan, outcome),
        (error: unknown) => toast.error(error),
      )
  }
  return (
    <Page
      title={document.name}
      crumbs={crumbs}
      isFlush
      toolbar={bar}
      actions={
        <>
          <span className={classes.count}>
            <Plural value={count} one="# requirement" other="# requirements" /> ·{' '}
            <Trans>{share} % answered</Trans>
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
          <AnswerActions
            {...{ projectId, document, vendorId, requirements, answers, releases, access }}
          />
        </>
      }
    >
      {access.answerReason !== null && (
        <p className={classes.reason} role="note">
          {access.answerReason}
        </p>
      )}
      {chips}
      <div className={classes.table}>
        <VendorTable
          projectId={projectId}
          document={document}
          sections={sections}
          requirements={requirements}
          releases={releases}
          access={access}
          vendorId={vendorId}
          columns={columns}
          rowIds={rowIds}
          onHold={setHeldId}
          layout={layout}
          onLayoutChange={setLayout}
          rowHeight={rowHeight}
          groups={groups}
          onFold={onFold}
          isWrapped={arrangement.isWrapped}
          sort={sort}
          onSort={onSort}
          onSubmit={submit}
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
              <EmptyState title={t`This document has no requirements`} />
            )
          }
        />
      </div>
    </Page>
  )
}
