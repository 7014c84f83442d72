import type { Requirement, Section } from '#schema/entities/structure.ts'
import type { GridGroup } from '#client/ui/grid/grid-items.ts'

interface GroupsInput {
  /** In document order. */
  sections: readonly Section[]
  requirements: readonly Requirement[]
  /** The matching rows in their order. */
  rowIds: readonly string[]
  folded: ReadonlySet<string>
}

/**
 * Groups rows by section and keeps their order within one. Sections without a matching row get no
 * heading.
 */
export function sectionGroups({ sections, requirements, rowIds, folded }: GroupsInput): {
  rowIds: string[]
  groups: GridGroup[]
} {
  const sectionOf = new Map(requirements.map(({ id, sectionId }) => [id, sectionId]))
  const bySection = Map.groupBy(rowIds, (id) => sectionOf.get(id))
  const groups: GridGroup[] = []
  const shown: string[] = []
  for (const { id, name } of sections) {
    const ids = bySection.get(id)
    if (ids === undefined) continue
    const isFolded = folded.has(id)
    groups.push({ id, label: name, count: ids.length, at: shown.length, isFolded })
    if (!isFolded) for (const rowId of ids) shown.push(rowId)
  }
  return { rowIds: shown, groups }
}
