import type { Requirement, Section } from '#schema/entities/structure.ts'

/** The requirements in reading order, section by section. Both inputs are sorted by rank. */
export function inDocumentOrder(
  sections: readonly Section[],
  requirements: readonly Requirement[],
): Requirement[] {
  const bySection = new Map<string, Requirement[]>(sections.map((section) => [section.id, []]))
  for (const requirement of requirements) bySection.get(requirement.sectionId)?.push(requirement)
  return [...bySection.values()].flat()
}

/** Returns the former array if the ids are equal, so that the grid does not render again. */
export const keptIfEqual = (
  before: readonly string[],
  next: readonly string[],
): readonly string[] =>
  before.length === next.length && next.every((id, index) => before[index] === id) ? before : next

export type MoveTarget = { sectionId: string; after: string | null }

/** The target of a row dropped beside another one. */
export function dropTarget(
  requirements: readonly Requirement[],
  movedId: string,
  beside: { rowId: string; side: 'before' | 'after' },
): MoveTarget | null {
  const target = requirements.find((one) => one.id === beside.rowId)
  if (!target || target.id === movedId) return null
  if (beside.side === 'after') return { sectionId: target.sectionId, after: target.id }
  const siblings = requirements.filter(
    (one) => one.sectionId === target.sectionId && one.id !== movedId,
  )
  return { sectionId: target.sectionId, after: siblings[siblings.indexOf(target) - 1]?.id ?? null }
}
