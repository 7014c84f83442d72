import { useCallback, useMemo, useState } from 'react'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Release } from '#schema/entities/project.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { isInvalidAnswer } from '#schema/rules/answers/bulk-submit.ts'
import { commitmentStatus } from '#schema/rules/answers/commitments.ts'
import { SharedEffort } from '#schema/rules/definition/match-effort.ts'
import type { TableOrder } from '../views/column-sort.ts'
import { filteredIds, type DocumentSearch } from '../filters/document-filters.ts'
import { keptIfEqual } from '../document/document-order.ts'
import { useLatest } from '#client/ui/browser/use-latest.ts'
import { heldOrder, hasMoved, valuesOfRow, type HeldRow } from './held-row.ts'

interface RowListInput {
  requirements: readonly Requirement[]
  search: DocumentSearch
  answers: ReadonlyMap<string, Commitment> | null
  releases: readonly Release[]
  /** The columns and sort keys. */
  order: TableOrder
}

/**
 * The visible rows of the table. Rows must not move while they are edited: the focused row keeps
 * its place until it loses the focus, and a review keeps rows on top that were invalid.
 */
export function useRowList({ requirements, search, answers, releases, order }: RowListInput) {
  const [held, setHeld] = useState<HeldRow | null>(null)
  const invalidAtStart = useInvalidAtStart(search.review === true)
  const [keepEqual] = useState(idKeeper)
  const matching = useMemo(
    () =>
      filteredIds({
        requirements,
        search,
        answers,
        heldId: null,
        isInvalid: invalidityOf({ answers, releases, invalidAtStart }),
        order,
      }),
    [requirements, search, answers, releases, order, invalidAtStart],
  )
  const rowIds = useMemo(() => {
    const isKept = held !== null && hasMoved(held, { matching, requirements, order })
    if (!isKept) return keepEqual(matching)
    const ids = filteredIds({
      requirements,
      search,
      answers,
      heldId: held.id,
      isInvalid: invalidityOf({ answers, releases, invalidAtStart }),
      order: heldOrder(order, held),
    })
    return keepEqual(ids)
  }, [matching, held, requirements, search, answers, releases, order, invalidAtStart, keepEqual])
  const latest = useLatest({ requirements, order })
  const setHeldId = useCallback(
    (id: string | null) => {
      setHeld((before) =>
        before?.id === id
          ? before
          : id === null
            ? null
            : { id, values: valuesOfRow(id, latest.current) },
      )
    },
    [latest],
  )
  const answered = useMemo(() => {
    if (!answers) return null
    return requirements.reduce(
      (count, { id }) => count + (commitmentStatus(answers.get(id)) === 'OPEN' ? 0 : 1),
      0,
    )
  }, [requirements, answers])
  return { rowIds, answered, setHeldId }
}

/** Returns the previous list as long as the ids are equal. */
const idKeeper = () => {
  let kept: readonly string[] = []
  return (next: readonly string[]): readonly string[] => (kept = keptIfEqual(kept, next))
}

/**
 * Ids of answers that were invalid at any time in the current review; cleared when a review starts.
 */
const useInvalidAtStart = (isReview: boolean): Set<string> => {
  const [review, setReview] = useState(() => ({ isReview, ids: new Set<string>() }))
  if (review.isReview !== isReview) setReview({ isReview, ids: new Set() })
  return review.ids
}

interface InvalidityInput extends Pick<RowListInput, 'answers' | 'releases'> {
  invalidAtStart: Set<string>
}

/**
 * Returns a check for invalid answers. One pass over the rows shares a budget for regular
 * expressions.
 */
const invalidityOf = ({ answers, releases, invalidAtStart }: InvalidityInput) => {
  const shared = new SharedEffort()
  return (requirement: Requirement): boolean => {
    if (invalidAtStart.has(requirement.id)) return true
    const answer = answers?.get(requirement.id)
    const isInvalid =
      commitmentStatus(answer) === 'DRAFT' &&
      isInvalidAnswer({ requirement, answer, releases }, shared)
    if (isInvalid) invalidAtStart.add(requirement.id)
    return isInvalid
  }
}
