import { useLingui } from '@lingui/react/macro'
import { Suspense, useCallback, useMemo, useState } from 'react'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Release } from '#schema/entities/project.ts'
import type { Document, Requirement, Section } from '#schema/entities/structure.ts'
import type { GridSort } from '#client/ui/grid/grid-sort.ts'
import { useEver } from '#client/ui/browser/use-ever.ts'
import { lazyHint, lazyPart } from '#client/ui/pages/lazy-part.tsx'
import type { ReadColumn } from '../filters/column-facet.ts'
import { FilterBar } from '../filters/filter-bar.tsx'
import { sectionGroups } from '../views/section-groups.ts'
import { hasFilter } from '../filters/document-filters.ts'
import { useDocumentSearch } from '../filters/use-document-search.ts'
import { useMendedSearch } from '../filters/use-mended-search.ts'
import { useRowList } from './use-row-list.ts'

/** A table that is neither sorted nor filtered has no chips, and loads nothing for them. */
const FilterChips = lazyPart(() =>
  import('../filters/filter-chips.tsx').then((part) => part.FilterChips),
)

/** Says what changed, once something has. */
const TableStatus = lazyHint(() => import('./table-status.tsx').then((part) => part.TableStatus))

const NONE: ReadonlySet<string> = new Set()

interface TableInput {
  document: Document
  sections: readonly Section[]
  requirements: readonly Requirement[]
  releases: readonly Release[]
  columns: readonly ReadColumn[]
  /** The vendor's answers by requirement; null for requestors. */
  answers: ReadonlyMap<string, Commitment> | null
  sort: readonly GridSort[]
  isGrouped: boolean
  onUnsort: () => void
  isMovable: boolean
}

/** The visible requirements of a document in order, with the filter bar and chips. */
export function useTable(input: TableInput) {
  const {
    document,
    sections,
    requirements,
    releases,
    columns,
    answers,
    sort,
    isGrouped,
    onUnsort,
    isMovable,
  } = input
  const { i18n } = useLingui()
  const { raw, search, setSearch } = useDocumentSearch(document)
  const [opened, setOpened] = useState<string | null>(null)
  useMendedSearch({
    projectId: document.projectId,
    documentId: document.id,
    raw,
    search,
    setSearch,
    columns,
  })
  const shownSort = useMemo(
    () => sort.filter(({ columnId }) => columns.some(({ id }) => id === columnId)),
    [sort, columns],
  )
  const order = useMemo(
    () => ({ columns, sort: shownSort, locale: i18n.locale }),
    [columns, shownSort, i18n.locale],
  )
  const rows = useRowList({ requirements, search, answers, releases, order })
  const [folded, setFolded] = useState<ReadonlySet<string>>(NONE)
  const onFold = useCallback(
    (sectionId: string) =>
      setFolded((before) => {
        const next = new Set(before)
        if (!next.delete(sectionId)) next.add(sectionId)
        return next
      }),
    [],
  )
  const shown = useMemo(
    () =>
      isGrouped
        ? sectionGroups({ sections, requirements, rowIds: rows.rowIds, folded })
        : { rowIds: rows.rowIds, groups: undefined },
    [isGrouped, sections, requirements, rows.rowIds, folded],
  )
  const now = { filter: JSON.stringify(search), sort: JSON.stringify(shownSort) }
  const [first] = useState(now)
  const isRearranged = useEver(now.filter !== first.filter || now.sort !== first.sort)
  return {
    ...rows,
    ...shown,
    onFold,
    search,
    setSearch,
    sort: shownSort,
    bar: (
      <FilterBar
        search={search}
        setSearch={setSearch}
        columns={columns}
        isVendor={answers !== null}
        onOpen={setOpened}
      />
    ),
    /** Rows in folded groups included. */
    matchingCount: rows.rowIds.length,
    chips: (
      <>
        {isRearranged && (
          <Suspense fallback={null}>
            <TableStatus
              first={first}
              now={now}
              sort={shownSort}
              columns={columns}
              shown={rows.rowIds.length}
              total={requirements.length}
            />
          </Suspense>
        )}
        {(hasFilter(search) || opened !== null || shownSort.length > 0) && (
          <Suspense fallback={null}>
            <FilterChips
              search={search}
              setSearch={setSearch}
              columns={columns}
              opened={opened}
              onOpenedChange={setOpened}
              sort={shownSort}
              onUnsort={onUnsort}
              isMovable={isMovable}
            />
          </Suspense>
        )}
      </>
    ),
  }
}
