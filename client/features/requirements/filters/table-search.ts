import * as v from 'valibot'
import type { ColumnFilter } from '#schema/entities/table-view.ts'
import { fittingFilter, valuesOf } from './column-filter.ts'
import type { ReadColumn } from './column-facet.ts'
import { DocumentSearch } from './document-filters.ts'

/** Columns whose filter has its own search parameter. */
const OWN_WORDS = ['status', 'section', 'answer'] as const
type OwnWord = (typeof OWN_WORDS)[number]
const ownWord = (columnId: string): OwnWord | undefined =>
  OWN_WORDS.find((word) => word === columnId)

/** The filter of a column; undefined = none. */
export function filterAt(search: DocumentSearch, columnId: string): ColumnFilter | undefined {
  const word = ownWord(columnId)
  if (word === undefined) return search.where?.[columnId]
  const values = search[word]
  return values?.length ? { op: 'any', values: [...values] } : undefined
}

/** The change of the search parameters that sets the filter of a column; undefined removes it. */
export function patchAt(
  search: DocumentSearch,
  columnId: string,
  filter: ColumnFilter | undefined,
): Partial<DocumentSearch> {
  const word = ownWord(columnId)
  if (word !== undefined) {
    const { status, section, answer } = v.parse(DocumentSearch, {
      [word]: filter?.op === 'any' ? filter.values : undefined,
    })
    return { status: { status }, section: { section }, answer: { answer } }[word]
  }
  const { [columnId]: _, ...others } = search.where ?? {}
  const where = filter === undefined ? others : { ...others, [columnId]: filter }
  return { where: Object.keys(where).length === 0 ? undefined : where }
}

/** Ids of the filtered columns, those with their own search parameter first. */
export const filteredColumns = (search: DocumentSearch): string[] => [
  ...OWN_WORDS.filter((word) => search[word]?.length),
  ...Object.keys(search.where ?? {}),
]

/** The filters that fit the columns of a table, and how many were dropped or cut. */
export function fittingSearch(
  search: DocumentSearch,
  columns: readonly ReadColumn[],
): { search: DocumentSearch; ignored: number } {
  let fitting = search
  let ignored = 0
  for (const columnId of filteredColumns(search)) {
    const filter = filterAt(search, columnId)
    const facet = columns.find(({ id }) => id === columnId)?.facet
    const kept = filter && facet ? fittingFilter(facet, filter) : null
    if (kept === filter) continue
    ignored += 1
    fitting = { ...fitting, ...patchAt(fitting, columnId, kept ?? undefined) }
  }
  return { search: fitting, ignored }
}

/** Counts the search parameters that could not be parsed as filters. */
export function unreadableFilters(raw: Readonly<Record<string, unknown>>): number {
  const read = v.parse(DocumentSearch, raw)
  return Object.keys(DocumentSearch.entries).reduce((count, key) => {
    const [given, kept] = [raw[key], read[key as keyof DocumentSearch]]
    if (given === undefined) return count
    if (kept === undefined) return count + 1
    return key === 'where' && typeof given === 'object' && given !== null
      ? count + Object.keys(given).length - Object.keys(kept).length
      : count
  }, 0)
}

/** Whether a column can be filtered at all. */
export const isFilterable = ({ facet }: ReadColumn): boolean =>
  (facet.kind !== 'choice' && facet.kind !== 'tick') || valuesOf(facet).length > 0
