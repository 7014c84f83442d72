import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { planSubmit } from '#schema/rules/bulk-submit.ts'
import { commitmentStatus } from '#schema/rules/commitments.ts'
import { useLocalSetting } from '#client/lib/local-settings.ts'
import { BottomBar } from '#client/ui/bottom-bar.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ColumnChooser } from '#client/ui/grid/column-chooser.tsx'
import type { RowHeight } from '#client/ui/grid/grid-types.ts'
import { lazyDialog } from '#client/ui/lazy-part.tsx'
import { Page } from '#client/ui/page.tsx'
import { toast } from '#client/ui/toast.tsx'
import { useEver } from '#client/ui/use-ever.ts'
import { hasFilter, NO_FILTERS } from './document-filters.ts'
import type { DocumentViewProps } from './document-view.ts'
import { downloadReceipts } from './receipts.ts'
import { requirementSlug } from './requirement-label.ts'
import { submitAnswers } from './submit-answers.ts'
import { tellOutcome, untilDecided } from './submit-outcome.ts'
import { UndoButtons } from './undo-buttons.tsx'
import { useAnswers } from './use-document.ts'
import { ArrangementChoices } from './arrangement-choices.tsx'
import { ViewsButton } from './views-button.tsx'
import { useArrangement } from './use-arrangement.ts'
import { useTable } from './use-table.tsx'
import { useVendorColumns, useVendorRead } from './vendor-columns.tsx'
import { VendorTable } from './vendor-table.tsx'
import classes from './document.module.css'

const BulkSubmitDialog = lazyDialog(() => import('./bulk-submit-dialog.tsx').then((part) => part.BulkSubmitDialog))

/** The vendor's table: answers typed, pasted and filled down, submitted one by one or together. */
export function VendorDocument({ projectId, document, sections, requirements, releases, access, crumbs, toggle, files, vendorId }: DocumentViewProps & { vendorId: number }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const answers = useAnswers(projectId, document.id, vendorId)
  const { arrangement, arrange, layout, setLayout, sort: keptSort, onSort } = useArrangement('answers', document.id)
  const [rowHeight, setRowHeight] = useLocalSetting<RowHeight>('grid.row-height', 36)
  const [isSubmitOpen, setSubmitOpen] = useState(false)
  const isSubmitEver = useEver(isSubmitOpen)
  const columns = useVendorColumns({ prefix: document.prefix, sections, requirements, releases, access })
  const read = useVendorRead({ columns, document, sections, answers })
  const { rowIds, groups, onFold, answered, setHeldId, search, setSearch, sort, bar, chips } = useTable({
    document, sections, isGrouped: arrangement.isGrouped, requirements, releases, columns: read, answers, sort: keptSort, onUnsort: () => arrange({ sort: [] }), isMovable: false,
  })
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
  const next = requirements.find(({ id }) => commitmentStatus(answers?.get(id)) === 'OPEN') ?? requirements.find(({ id }) => commitmentStatus(answers?.get(id)) === 'DRAFT')
  const answerNext = () => {
    if (next) void navigate({ to: `/project/${projectId}/documents/${document.id}/requirement/${encodeURIComponent(requirementSlug(next))}` } as never)
  }
  const hasReceipts = answers !== null && [...answers.values()].some(({ receipt }) => receipt !== null)
  const mainAction = next
    ? <Button size="xs" onClick={answerNext}><Trans>Answer next</Trans></Button>
    : <Button size="xs" onClick={() => setSubmitOpen(true)}><Trans>Submit answers…</Trans></Button>
  return (
    <Page
      title={document.name} crumbs={crumbs} isFlush
      toolbar={bar}
      actions={(
        <>
          <span className={classes.count}><Plural value={count} one="# requirement" other="# requirements" /> · <Trans>{share} % answered</Trans></span>
          <UndoButtons scope={document.id} />
          {toggle}
          {files}
          <ViewsButton projectId={projectId} documentId={document.id} arrangement={arrangement} arrange={arrange} search={search} setSearch={setSearch} />
          <ColumnChooser columns={columns} layout={layout} onLayoutChange={setLayout} rowHeight={rowHeight} onRowHeightChange={setRowHeight}>
            <ArrangementChoices arrangement={arrangement} arrange={arrange} />
          </ColumnChooser>
          {hasReceipts && <Button size="xs" variant="default" onClick={() => downloadReceipts(document, requirements, answers)}><Trans>Receipts</Trans></Button>}
          {access.answerReason === null && next && <Button size="xs" variant="default" onClick={() => setSubmitOpen(true)}><Trans>Submit answers…</Trans></Button>}
          {access.answerReason === null && <span className={classes.wide}>{mainAction}</span>}
        </>
      )}
    >
      {access.answerReason !== null && <p className={classes.reason} role="note">{access.answerReason}</p>}
      {chips}
      <div className={classes.table}>
        <VendorTable
          projectId={projectId} document={document} sections={sections} requirements={requirements} releases={releases} access={access} vendorId={vendorId} columns={columns}
          rowIds={rowIds} onHold={setHeldId} layout={layout} onLayoutChange={setLayout} rowHeight={rowHeight} groups={groups} onFold={onFold} isWrapped={arrangement.isWrapped} sort={sort} onSort={onSort} onSubmit={submit}
          empty={hasFilter(search)
            ? <EmptyState title={t`No requirement matches the filters`} action={<Button size="xs" variant="default" onClick={() => setSearch(NO_FILTERS)}><Trans>Clear all filters</Trans></Button>} />
            : <EmptyState title={t`This document has no requirements`} />}
        />
      </div>
      {access.answerReason === null && <BottomBar>{mainAction}</BottomBar>}
      <Suspense fallback={null}>
        {isSubmitEver && (
          <BulkSubmitDialog
            opened={isSubmitOpen} onClose={() => setSubmitOpen(false)} projectId={projectId} document={document} vendorId={vendorId} requirements={requirements}
            answers={answers ?? new Map()} releases={releases} onReview={() => setSearch({ ...NO_FILTERS, review: true })}
          />
        )}
      </Suspense>
    </Page>
  )
}
