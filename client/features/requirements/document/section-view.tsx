import { Button } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { BottomBar } from '#client/ui/pages/bottom-bar.tsx'
import type { GridSort } from '#client/ui/grid/grid-sort.ts'
import { Page } from '#client/ui/pages/page.tsx'
import { hasFilter } from '../filters/document-filters.ts'
import { NO_FILTERS } from '../filters/no-filters.ts'
import { PartsLine } from '../parts/part-actions.tsx'
import { RequirementCard } from '../requirement/requirement-card.tsx'
import { useNewRequirement } from '../requirement/use-new-requirement.tsx'
import { useReadColumns } from '../table/use-read-columns.ts'
import { useTable } from '../table/use-table.tsx'
import type { ImportDialogProps } from './document-page.tsx'
import { DocumentEmpty } from './document-empty.tsx'
import type { DocumentViewProps } from './document-view.ts'
import { AddSectionButton, SectionActions } from './section-actions.tsx'
import { SectionCards } from './section-cards.tsx'
import { sectionItems, sectionProgress, type SectionItem } from './section-items.ts'
import { SectionTree } from './section-tree.tsx'
import { useAnswers } from './use-document.ts'
import { useSectionContacts } from './use-section-contacts.ts'
import { useSectionScroll, type SectionVirtualizer } from './use-section-scroll.ts'
import { ImportButton } from './write-buttons.tsx'
import classes from './section-view.module.css'
import { useContentLanguage } from '#client/ui/elements/content-text.tsx'

const UNSORTED: readonly GridSort[] = []

interface SectionViewProps extends DocumentViewProps {
  importDialog: (props: ImportDialogProps) => ReactNode
}

/** A document as sections with a card per requirement, to read, edit and print. */
export function SectionView(props: SectionViewProps) {
  const { projectId, document, sections, requirements, access, crumbs } = props
  const { answers, progress, rowIds, answered, search, setSearch, bar, chips } = useSections(props)
  const [isImporting, setImporting] = useState(false)
  const onClose = () => setImporting(false)
  const items = useMemo(
    () => sectionItems({ sections, requirements, shownIds: rowIds, isFiltered: hasFilter(search) }),
    [sections, requirements, rowIds, search],
  )
  const contacts = useSectionContacts(projectId, document, sections)
  const { scroller, virtualizer } = useSectionScroll(items)
  const goTo = (sectionId: string) =>
    virtualizer.scrollToIndex(
      items.findIndex((item) => item.kind === 'section' && item.section.id === sectionId),
      { align: 'start' },
    )
  const { start, addTo, line } = useAdding(props, { items, virtualizer })
  const draw = (item: SectionItem) =>
    item.kind === 'section' ? (
      <SectionHeading
        name={item.section.name}
        onAdd={access.contentReason === null ? () => addTo(item.section.id) : null}
      />
    ) : (
      <RequirementCard
        projectId={projectId}
        document={document}
        requirement={item.requirement}
        commitment={answers?.get(item.requirement.id)}
        releases={props.releases}
        access={access}
      />
    )
  const reason = access.isVendor ? access.answerReason : access.contentReason
  const addButton = <AddSectionButton view={props} />
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
        <SectionActions
          view={props}
          answers={answers}
          answered={answered ?? 0}
          shown={rowIds.length}
          addButton={addButton}
          importButton={importButton}
        />
      }
    >
      {reason !== null && (
        <p className={classes.reason} role="note">
          {reason}
        </p>
      )}
      {access.isVendor && <PartsLine document={document} sections={sections} />}
      {chips}
      <div className={classes.split}>
        <SectionTree
          projectId={projectId}
          documentId={document.id}
          sections={sections}
          progress={progress}
          contacts={contacts}
          isVendor={access.isVendor}
          contentReason={access.contentReason}
          removeReason={access.removeReason}
          onGo={goTo}
        />
        <SectionCards
          document={document}
          items={items}
          scroller={scroller}
          virtualizer={virtualizer}
          draw={draw}
          empty={
            rowIds.length === 0 && (
              <DocumentEmpty
                clearFilters={hasFilter(search) ? () => setSearch(NO_FILTERS) : null}
                access={access}
                onAdd={() => start(null)}
                importButton={importButton}
              />
            )
          }
        />
      </div>
      {line}
      {!access.isVendor && access.contentReason === null && <BottomBar>{addButton}</BottomBar>}
      {props.importDialog({ projectId, documentId: document.id, opened: isImporting, onClose })}
    </Page>
  )
}

/** The answers, each section's progress, and the rows that match the filters. */
const useSections = (props: DocumentViewProps) => {
  const { projectId, document, sections, requirements, releases, access } = props
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
  const table = useTable({
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
  const progress = useMemo(
    () => sectionProgress(sections, requirements, answers),
    [sections, requirements, answers],
  )
  return { answers, progress, ...table }
}

/** Adds a requirement at the end of a section and scrolls to its card once it exists. */
const useAdding = (
  { projectId, document, sections, requirements, access }: DocumentViewProps,
  { items, virtualizer }: { items: readonly SectionItem[]; virtualizer: SectionVirtualizer },
) => {
  const [addedId, setAddedId] = useState<string | null>(null)
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
  const addTo = (sectionId: string) => {
    const last = requirements.findLast((one) => one.sectionId === sectionId)
    start({ sectionId, after: last?.id ?? null })
  }
  return { start, addTo, line }
}

function SectionHeading({ name, onAdd }: { name: string; onAdd: (() => void) | null }) {
  return (
    <div className={classes.heading}>
      <h2 {...useContentLanguage()}>{name}</h2>
      {onAdd !== null && (
        <Button
          size="compact-xs"
          variant="subtle"
          data-no-print
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={onAdd}
        >
          <Trans>Add requirement</Trans>
        </Button>
      )}
    </div>
  )
}
