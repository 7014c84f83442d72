import { useMemo } from 'react'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Definition } from '#schema/entities/parameter.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import { useIsWhole, useRow, useRows } from '#client/lib/project-store.ts'
import { inDocumentOrder } from './document-order.ts'

/**
 * A document with its sections, and its requirements in reading order. The first requirements are
 * there before all are (`isWhole`).
 */
export function useDocument(projectId: string, documentId: string) {
  const document = useRow(projectId, 'document', documentId)
  const sections = useRows(projectId, 'section', { documentId })
  const rows = useRows(projectId, 'requirement', { documentId })
  const requirements = useMemo(() => inDocumentOrder(sections, rows), [sections, rows])
  const isWhole = useIsWhole(projectId, 'requirement', { documentId })
  return { document, sections, requirements, isWhole }
}

/** One vendor's answers by requirement; null without a vendor. */
export function useAnswers(
  projectId: string,
  documentId: string,
  vendorId: number | null,
): ReadonlyMap<string, Commitment> | null {
  const commitments = useRows(projectId, 'commitment', { documentId })
  return useMemo(
    () =>
      vendorId === null
        ? null
        : new Map(
            commitments
              .filter((one) => one.vendorId === vendorId)
              .map((one) => [one.requirementId, one]),
          ),
    [commitments, vendorId],
  )
}

/**
 * Whether the device was read for the answer to a requirement, so that undefined means that there
 * is none. Until then, an empty form would be wrong, and typing over it would hide what it holds.
 */
export function useIsAnswerRead(
  projectId: string,
  documentId: string,
  answer: Commitment | undefined,
): boolean {
  const isWhole = useIsWhole(projectId, 'commitment', { documentId })
  return answer !== undefined || isWhole
}

export const distinctDefinitions = (requirements: readonly Requirement[]): Definition[] =>
  [...new Set(requirements.map(({ definition }) => definition))].map(parseDefinition)

/**
 * Returns the value of the previous render while the JSON is equal, so that memoized results stay
 * valid.
 */
export function useStable<T>(value: T): T {
  const text = JSON.stringify(value)
  // Depend on the JSON: the value is a new object in every render.
  // oxlint-disable-next-line react/exhaustive-deps
  return useMemo(() => value, [text])
}
