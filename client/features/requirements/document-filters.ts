import * as v from 'valibot'
import type { Commitment } from '#schema/entities/commitment.ts'
import { REQUIREMENT_STATUSES, type Requirement } from '#schema/entities/structure.ts'
import { COMMITMENT_STATUSES, commitmentStatus } from '#schema/rules/commitments.ts'

export const ANSWER_STATUSES = COMMITMENT_STATUSES

const listOf = <const T extends readonly [string, ...string[]]>(values: T) => v.fallback(v.optional(v.array(v.picklist(values))), undefined)

/** What the address of a document holds besides its path; anything unknown is left out. */
export const DocumentSearch = v.object({
  status: listOf(REQUIREMENT_STATUSES),
  answer: listOf(ANSWER_STATUSES),
  section: v.fallback(v.optional(v.array(v.string())), undefined),
  q: v.fallback(v.optional(v.string()), undefined),
  /** Drafts only, those that cannot be submitted yet first. */
  review: v.fallback(v.optional(v.boolean()), undefined),
})
export type DocumentSearch = v.InferOutput<typeof DocumentSearch>

export const hasFilter = (search: DocumentSearch): boolean =>
  Boolean(search.status?.length || search.answer?.length || search.section?.length || search.q?.trim() || search.review)

export interface FilterInput {
  requirements: readonly Requirement[]
  search: DocumentSearch
  /** The vendor's answers by requirement; null for requestors. */
  answers: ReadonlyMap<string, Commitment> | null
  /** The row that holds the focus stays even if it no longer matches. */
  heldId: string | null
  isInvalid: (requirement: Requirement) => boolean
}

/** Ids of the rows to show. In a review the answers that cannot be submitted come first. */
export function filteredIds({ requirements, search, answers, heldId, isInvalid }: FilterInput): string[] {
  const words = (search.q ?? '').toLocaleLowerCase().split(/\s+/).filter((word) => word !== '')
  const matches = (requirement: Requirement): boolean => {
    if (search.status?.length && !search.status.includes(requirement.status)) return false
    if (search.section?.length && !search.section.includes(requirement.sectionId)) return false
    if (answers) {
      const status = commitmentStatus(answers.get(requirement.id))
      if (search.review && status !== 'DRAFT') return false
      if (search.answer?.length && !search.answer.includes(status)) return false
    }
    if (words.length === 0) return true
    const text = `${requirement.fullId ?? ''} ${requirement.sourceId ?? ''} ${requirement.name}`.toLocaleLowerCase()
    return words.every((word) => text.includes(word))
  }
  const shown = hasFilter(search) ? requirements.filter((requirement) => requirement.id === heldId || matches(requirement)) : requirements
  if (!search.review) return shown.map(({ id }) => id)
  const invalid = new Set(shown.filter(isInvalid).map(({ id }) => id))
  return [...shown.filter(({ id }) => invalid.has(id)), ...shown.filter(({ id }) => !invalid.has(id))].map(({ id }) => id)
}
