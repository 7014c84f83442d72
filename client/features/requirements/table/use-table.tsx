import { useLingui } from '@lingui/react/macro'
import { useCallback, useMemo, useState } from 'react'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Release } from '#schema/entities/project.ts'
import type { Document, Requirement, Section } from '#schema/entities/structure.ts'
import type { GridSort } from '#client/ui/grid/grid-sort.ts'
import type { ReadColumn } from '../filters/column-facet.ts'
import { FilterBar } from '../filters/filter-bar.tsx'
import { sectionGroups } from '../views/section-groups.ts'
import { useDocumentSearch } from '../filters/use-document-search.ts'
import { useMendedSearch } from '../filters/use-mended-search.ts'
import { TableChips } from './table-chips.tsx'
import { useRowList } from './use-row-list.ts'

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
      <TableChips
        search={search}
        setSearch={setSearch}
        columns={columns}
        opened={opened}
        onOpenedChange={setOpened}
        sort={shownSort}
        onUnsort={onUnsort}
        isMovable={isMovable}
        shown={rows.rowIds.length}
        total={requirements.length}
      />
    ),
  }
}
