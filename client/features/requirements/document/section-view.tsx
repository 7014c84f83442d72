import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import { IconFileImport, IconPlus, IconPrinter } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { Requirement, Section } from '#schema/entities/structure.ts'
import { commitmentStatus } from '#schema/rules/answers/commitments.ts'
import { mutate, newId } from '#client/lib/mutate.ts'
import { BottomBar } from '#client/ui/pages/bottom-bar.tsx'
import { EmptyState } from '#client/ui/pages/empty-state.tsx'
import { ExplainedButton } from '#client/ui/feedback/explained-button.tsx'
import type { GridSort } from '#client/ui/grid/grid-sort.ts'
import { Page } from '#client/ui/pages/page.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { AnswerActions } from '../answers/answer-actions.tsx'
import { hasFilter } from '../filters/document-filters.ts'
import type { ImportDialogProps } from './document-page.tsx'
import type { DocumentViewProps } from './document-view.ts'
import { RequirementCard } from '../requirement/requirement-card.tsx'
import { SectionTree } from './section-tree.tsx'
import { UndoButtons } from './undo-buttons.tsx'
import { useAnswers } from './use-document.ts'
import { useNewRequirement } from '../requirement/use-new-requirement.tsx'
import { useReadColumns } from '../table/use-read-columns.ts'
import { useTable } from '../table/use-table.tsx'
import classes from './section-view.module.css'

const UNSORTED: readonly GridSort[] = []

type Item =
  | { kind: 'section'; section: Section }
  | { kind: 'requirement'; requirement: Requirement }

/** The document to read, edit in place and print: sections with their requirements as cards. */
export function SectionView(
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
  const answers = useAnswers(projectId, document.id, access.vendorId)
  const columns = useReadColumns({
    projectId,
    document,
    sections,
    requirements,
    releases,
    access,
    answers,
  })
  const { rowIds, answered, search, bar, chips } = useTable({
    document,
    requirements,
    releases,
    columns,
    answers,
    sort: UNSORTED,
    onUnsort: () => {},
    isMovable: false,
    isGrouped: false,
    sections,
  })
  const [isImporting, setImporting] = useState(false)
  const [isPrinting, setPrinting] = useState(false)
  const [addedId, setAddedId] = useState<string | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const items = useMemo(() => {
    const shown = new Set(rowIds)
    return sections.flatMap((section): Item[] => {
      const own = requirements.filter((one) => one.sectionId === section.id && shown.has(one.id))
      if (own.length === 0 && hasFilter(search)) return []
      return [
        { kind: 'section', section },
        ...own.map((requirement): Item => ({ kind: 'requirement', requirement })),
      ]
    })
  }, [sections, requirements, rowIds, search])
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (items[at]?.kind === 'section' ? 60 : 190),
    overscan: 4,
    useFlushSync: false,
    getItemKey: (at) => {
      const item = items[at]
      return item === undefined
        ? at
        : item.kind === 'section'
          ? item.section.id
          : item.requirement.id
    },
  })
  useEffect(() => {
    // Paper has no scroll bar: everything is drawn before the print starts.
    const before = () => flushSync(() => setPrinting(true))
    const after = () => setPrinting(false)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])

  const count = requirements.length
  const share = count === 0 ? 0 : Math.round(((answered ?? 0) / count) * 100)
  const fail = (error: unknown) => toast.error(error)
  const { start, line } = useNewRequirement({
    projectId,
    documentId: document.id,
    sections,
    requirements,
    access,
    onAdded: (id) => setAddedId(id),
  })
  useEffect(() => {
    const index = items.findIndex(
      (item) => item.kind === 'requirement' && item.requirement.id === addedId,
    )
    if (index < 0) return
    virtualizer.scrollToIndex(index, { align: 'end' })
    setAddedId(null)
  }, [items, addedId, virtualizer])
  const add = (sectionId: string) => {
    const last = requirements.findLast((one) => one.sectionId === sectionId)
    start({ sectionId, after: last?.id ?? null })
  }
  const addSection = () =>
    void mutate(
      'sections.create',
      {
        projectId,
        id: newId(),
        documentId: document.id,
        name: t`New section`,
        after: sections.at(-1)?.id ?? null,
      },
      { undoLabel: t`Add section`, scope: document.id },
    ).catch(fail)
  const addButton = (
    <ExplainedButton
      size="xs"
      reason={access.contentReason}
      onClick={addSection}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      <Trans>Add section</Trans>
    </ExplainedButton>
  )
  const goTo = (sectionId: string) =>
    virtualizer.scrollToIndex(
      items.findIndex((item) => item.kind === 'section' && item.section.id === sectionId),
      { align: 'start' },
    )
  const draw = (item: Item) =>
    item.kind === 'section' ? (
      <div className={classes.heading}>
        <h2>{item.section.name}</h2>
        {access.contentReason === null && (
          <Button
            size="compact-xs"
            variant="subtle"
            data-no-print
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => add(item.section.id)}
          >
            <Trans>Add requirement</Trans>
          </Button>
        )}
      </div>
    ) : (
      <RequirementCard
        projectId={projectId}
        document={document}
        requirement={item.requirement}
        commitment={answers?.get(item.requirement.id)}
        releases={releases}
        access={access}
      />
    )
  const progress = useMemo(() => {
    const result = new Map<string, { total: number; answered: number }>(
      sections.map(({ id }) => [id, { total: 0, answered: 0 }]),
    )
    for (const { id, sectionId } of requirements) {
      const entry = result.get(sectionId)
      if (!entry) continue
      entry.total += 1
      if (answers && commitmentStatus(answers.get(id)) !== 'OPEN') entry.answered += 1
    }
    return result
  }, [sections, requirements, answers])
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
            {access.isVendor && (
              <>
                {' '}
                · <Trans>{share} % answered</Trans>
              </>
            )}
          </span>
          <UndoButtons scope={document.id} />
          {toggle}
          {files}
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            <Trans>Print</Trans>
          </Button>
          {!access.isVendor && (
            <ExplainedButton
              size="xs"
              variant="default"
              reason={access.contentReason}
              onClick={() => setImporting(true)}
              leftSection={<IconFileImport size={16} aria-hidden />}
            >
              <Trans>Import…</Trans>
            </ExplainedButton>
          )}
          {!access.isVendor && <span className={classes.wide}>{addButton}</span>}
          {access.vendorId !== null && access.isVendor && (
            <AnswerActions
              {...{
                projectId,
                document,
                vendorId: access.vendorId,
                requirements,
                answers,
                releases,
                access,
              }}
            />
          )}
        </>
      }
    >
      {!access.isVendor && access.contentReason !== null && (
        <p className={classes.reason} role="note">
          {access.contentReason}
        </p>
      )}
      {access.isVendor && access.answerReason !== null && (
        <p className={classes.reason} role="note">
          {access.answerReason}
        </p>
      )}
      {chips}
      <div className={classes.split}>
        <SectionTree
          projectId={projectId}
          documentId={document.id}
          sections={sections}
          progress={progress}
          isVendor={access.isVendor}
          contentReason={access.contentReason}
          removeReason={access.removeReason}
          onGo={goTo}
        />
        <div
          ref={scroller}
          className={classes.scroller}
          tabIndex={0}
          role="region"
          aria-label={t`Requirements of ${document.name}`}
        >
          {items.length === 0 && (
            <EmptyState
              title={hasFilter(search) ? t`No requirement matches the filters` : t`No sections yet`}
            >
              {!hasFilter(search) && !access.isVendor && (
                <Trans>Add a section, or import a spreadsheet.</Trans>
              )}
            </EmptyState>
          )}
          {isPrinting ? (
            items.map((item) => (
              <div
                key={item.kind === 'section' ? item.section.id : item.requirement.id}
                className={classes.printed}
              >
                {draw(item)}
              </div>
            ))
          ) : (
            <div className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
              {virtualizer.getVirtualItems().map((virtual) => {
                const item = items[virtual.index]
                return (
                  item && (
                    <div
                      key={virtual.key}
                      ref={virtualizer.measureElement}
                      data-index={virtual.index}
                      className={classes.item}
                      style={{ transform: `translateY(${virtual.start}px)` }}
                    >
                      {draw(item)}
                    </div>
                  )
                )
              })}
            </div>
          )}
        </div>
      </div>
      {line}
      {!access.isVendor && access.contentReason === null && <BottomBar>{addButton}</BottomBar>}
      {importDialog({
        projectId,
        documentId: document.id,
        opened: isImporting,
        onClose: () => setImporting(false),
      })}
    </Page>
  )
}
