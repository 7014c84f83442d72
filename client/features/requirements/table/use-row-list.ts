import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Release } from '#schema/entities/project.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { isInvalidAnswer } from '#schema/rules/answers/bulk-submit.ts'
import { commitmentStatus } from '#schema/rules/answers/commitments.ts'
import { SharedEffort } from '#schema/rules/definition/match-effort.ts'
import type { TableOrder } from '../views/column-sort.ts'
import { filteredIds, type DocumentSearch } from '../filters/document-filters.ts'
import { keptIfEqual } from '../document/document-order.ts'
import { useLatest } from './use-latest.ts'
import { heldOrder, hasMoved, valuesOfRow, type HeldRow } from './held-row.ts'

interface RowListInput {
  requirements: readonly Requirement[]
  search: DocumentSearch
  answers: ReadonlyMap<string, Commitment> | null
  releases: readonly Release[]
  /** The columns to filter by and the keys to sort by. */
  order: TableOrder
}

/**
 * The rows that the table shows. The row with the focus keeps its place until the focus leaves it,
 * and a review keeps invalid answers on top, so that a row does not jump away while it is being
 * corrected.
 */
export function useRowList({ requirements, search, answers, releases, order }: RowListInput) {
  const [held, setHeld] = useState<HeldRow | null>(null)
  const invalidAtStart = useRef<ReadonlySet<string>>(new Set())
  const isReview = search.review === true
  useEffect(() => {
    invalidAtStart.current = new Set()
  }, [isReview])
  const shared = new SharedEffort()
  const isInvalid = (requirement: Requirement): boolean => {
    if (invalidAtStart.current.has(requirement.id)) return true
    const answer = answers?.get(requirement.id)
    const result =
      commitmentStatus(answer) === 'DRAFT' &&
      isInvalidAnswer({ requirement, answer, releases }, shared)
    if (result) (invalidAtStart.current as Set<string>).add(requirement.id)
    return result
  }
  const matching = useMemo(
    () => filteredIds({ requirements, search, answers, heldId: null, isInvalid, order }),
    [requirements, search, answers, order],
  )
  const kept = useRef<readonly string[]>([])
  const rowIds = useMemo(() => {
    const isKept = held !== null && hasMoved(held, { matching, requirements, order })
    const ids = isKept
      ? filteredIds({
          requirements,
          search,
          answers,
          heldId: held.id,
          isInvalid,
          order: heldOrder(order, held),
        })
      : matching
    return (kept.current = keptIfEqual(kept.current, ids))
  }, [matching, held])
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
