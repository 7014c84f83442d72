import * as v from 'valibot'
import type { Commitment } from '#schema/entities/commitment.ts'
import { ColumnFilter } from '#schema/entities/table-view.ts'
import { REQUIREMENT_STATUSES, type Requirement } from '#schema/entities/structure.ts'
import { COMMITMENT_STATUSES, commitmentStatus } from '#schema/rules/answers/commitments.ts'
import { testOf } from './column-filter.ts'
import { sortedRequirements, type TableOrder } from '../views/column-sort.ts'

export const ANSWER_STATUSES = COMMITMENT_STATUSES

const listOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  v.fallback(v.optional(v.array(v.picklist(values))), undefined)

/** Filters by column id. Invalid ones are dropped; the others stay. */
const Where = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((filters) =>
    Object.fromEntries(
      Object.entries(filters).flatMap(([columnId, filter]) => {
        const read = v.safeParse(ColumnFilter, filter)
        return read.success ? [[columnId, read.output] as const] : []
      }),
    ),
  ),
)

/** Search parameters of a document page; unknown ones are dropped. */
export const DocumentSearch = v.object({
  status: listOf(REQUIREMENT_STATUSES),
  answer: listOf(ANSWER_STATUSES),
  section: v.fallback(v.optional(v.array(v.string())), undefined),
  q: v.fallback(v.optional(v.string()), undefined),
  /** Show only drafts, with those that cannot be submitted yet at the top. */
  review: v.fallback(v.optional(v.boolean()), undefined),
  /** Filters by column id, except for the columns with their own parameter above. */
  where: v.fallback(v.optional(Where), undefined),
})
export type DocumentSearch = v.InferOutput<typeof DocumentSearch>

export const hasFilter = (search: DocumentSearch): boolean =>
  Boolean(
    search.status?.length ||
    search.answer?.length ||
    search.section?.length ||
    search.q?.trim() ||
    search.review ||
    Object.keys(search.where ?? {}).length,
  )

export interface FilterInput {
  requirements: readonly Requirement[]
  search: DocumentSearch
  /** The vendor's answers by requirement; null for requestors. */
  answers: ReadonlyMap<string, Commitment> | null
  /** The focused row stays in the list even if it no longer matches. */
  heldId: string | null
  isInvalid: (requirement: Requirement) => boolean
  /** Absent if the view has no columns. */
  order?: TableOrder | undefined
}

/** Ids of the visible rows in order. A review puts answers that cannot be submitted first. */
export function filteredIds({
  requirements,
  search,
  answers,
  heldId,
  isInvalid,
  order,
}: FilterInput): string[] {
  const words = (search.q ?? '')
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const matchesColumns = columnTest(search, order)
  const matches = (requirement: Requirement): boolean => {
    if (search.status?.length && !search.status.includes(requirement.status)) return false
    if (search.section?.length && !search.section.includes(requirement.sectionId)) return false
    if (answers) {
      const status = commitmentStatus(answers.get(requirement.id))
      if (search.review && status !== 'DRAFT') return false
      if (search.answer?.length && !search.answer.includes(status)) return false
    }
    const text =
      `${requirement.fullId ?? ''} ${requirement.sourceId ?? ''} ${requirement.name}`.toLocaleLowerCase()
    return words.every((word) => text.includes(word)) && matchesColumns(requirement)
  }
  const matching = hasFilter(search)
    ? requirements.filter((requirement) => requirement.id === heldId || matches(requirement))
    : requirements
  const shown = order ? sortedRequirements(matching, order) : matching
  if (!search.review) return shown.map(({ id }) => id)
  const invalid = new Set(shown.filter(isInvalid).map(({ id }) => id))
  return [
    ...shown.filter(({ id }) => invalid.has(id)),
    ...shown.filter(({ id }) => !invalid.has(id)),
  ].map(({ id }) => id)
}

function columnTest(
  search: DocumentSearch,
  order: TableOrder | undefined,
): (requirement: Requirement) => boolean {
  const tests = (order?.columns ?? []).flatMap(({ id, read }) => {
    const filter = search.where?.[id]
    return filter ? [{ read, test: testOf(filter) }] : []
  })
  return (requirement) => tests.every(({ read, test }) => test(read(requirement)))
}
