import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { planSubmit } from '#schema/rules/bulk-submit.ts'
import { useLocalSetting } from '#client/lib/local-settings.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ColumnChooser } from '#client/ui/grid/column-chooser.tsx'
import { EMPTY_LAYOUT, type GridLayout, type RowHeight } from '#client/ui/grid/grid-types.ts'
import { Page } from '#client/ui/page.tsx'
import { toast } from '#client/ui/toast.tsx'
import { AnswerActions } from './answer-actions.tsx'
import { hasFilter } from './document-filters.ts'
import type { DocumentViewProps } from './document-view.ts'
import { FilterBar } from './filter-bar.tsx'
import { submitAnswers } from './submit-answers.ts'
import { tellOutcome, untilDecided } from './submit-outcome.ts'
import { UndoButtons } from './undo-buttons.tsx'
import { useAnswers } from './use-document.ts'
import { useDocumentSearch } from './use-document-search.ts'
import { useRowList } from './use-row-list.ts'
import { useVendorColumns, VendorTable } from './vendor-table.tsx'
import classes from './document.module.css'

/** The vendor's table: answers typed, pasted and filled down, submitted one by one or together. */
export function VendorDocument({ projectId, document, sections, requirements, releases, access, crumbs, toggle, files, vendorId }: DocumentViewProps & { vendorId: number }) {
  const { t } = useLingui()
  const { search, setSearch } = useDocumentSearch()
  const answers = useAnswers(projectId, document.id, vendorId)
  const { rowIds, answered, setHeldId } = useRowList({ requirements, search, answers, releases })
  const [layout, setLayout] = useLocalSetting<GridLayout>(`grid.answers.${document.id}`, EMPTY_LAYOUT)
  const [rowHeight, setRowHeight] = useLocalSetting<RowHeight>('grid.row-height', 36)
  const columns = useVendorColumns({ prefix: document.prefix, requirements, releases, access })
  const count = requirements.length
  const share = count === 0 ? 0 : Math.round(((answered ?? 0) / count) * 100)

  const submit = (requirementIds: readonly string[]) => {
    const wanted = new Set(requirementIds)
    const plan = planSubmit(requirements.filter(({ id }) => wanted.has(id)), answers ?? new Map(), releases)
    const ids = plan.ready.map(({ id }) => id)
    submitAnswers({ projectId, documentId: document.id, vendorId, label: t`Submit` }, ids)
      .then(() => untilDecided({ projectId, vendorId, requirementIds: ids }))
      .then((outcome) => tellOutcome(plan, outcome), (error: unknown) => toast.error(error))
  }
  return (
    <Page
      title={document.name} crumbs={crumbs} isFlush
      toolbar={<FilterBar search={search} setSearch={setSearch} sections={sections} isVendor />}
      actions={(
        <>
          <span className={classes.count}><Plural value={count} one="# requirement" other="# requirements" /> · <Trans>{share} % answered</Trans></span>
          <UndoButtons scope={document.id} />
          {toggle}
          {files}
          <ColumnChooser columns={columns} layout={layout} onLayoutChange={setLayout} rowHeight={rowHeight} onRowHeightChange={setRowHeight} />
          <AnswerActions {...{ projectId, document, vendorId, requirements, answers, releases, access }} />
        </>
      )}
    >
      {access.answerReason !== null && <p className={classes.reason} role="note">{access.answerReason}</p>}
      <div className={classes.table}>
        <VendorTable
          projectId={projectId} document={document} sections={sections} requirements={requirements} releases={releases} access={access} vendorId={vendorId} columns={columns}
          rowIds={rowIds} onHold={setHeldId} layout={layout} onLayoutChange={setLayout} rowHeight={rowHeight} onSubmit={submit}
          empty={hasFilter(search)
            ? <EmptyState title={t`No requirement matches the filters`} action={<Button size="xs" variant="default" onClick={() => setSearch({ status: undefined, section: undefined, answer: undefined, q: undefined, review: undefined })}><Trans>Clear all filters</Trans></Button>} />
            : <EmptyState title={t`This document has no requirements`} />}
        />
      </div>
    </Page>
  )
}
