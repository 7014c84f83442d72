import type { Cell } from './excel-rows-cells.ts'
import type { ExistingRequirement, ExistingSection } from './excel-rows-plan.ts'
import { parameterLabels, valueCell } from './excel-rows-values.ts'
import { parseDefinition } from '../definition/parameters.ts'

export interface ExportInput {
  sections: readonly ExistingSection[]
  /** In the document's order. */
  requirements: readonly ExistingRequirement[]
}

/**
 * The sheet that the import reads without questions: ID, Section, Requirement, then a column for
 * every content parameter of the document.
 */
export const exportRows = ({ sections, requirements }: ExportInput): Cell[][] => {
  const names = new Map(sections.map((section) => [section.id, section.name]))
  const columns = new Map<string, string>()
  const rows = requirements.map((requirement) => {
    const labels = parameterLabels(parseDefinition(requirement.definition))
    for (const [key, { label }] of labels) if (!columns.has(key)) columns.set(key, label)
    return { requirement, labels }
  })
  const header = ['ID', 'Section', 'Requirement', ...columns.values()]
  const keys = [...columns.keys()]
  return [
    header,
    ...rows.map(({ requirement, labels }) => [
      // Not numbered yet (made offline): the row's own id finds it again.
      requirement.fullId ?? requirement.id,
      names.get(requirement.sectionId) ?? '',
      requirement.name,
      ...keys.map((key): Cell => {
        const found = labels.get(key)
        return found === undefined ? '' : valueCell(found.parameter)
      }),
    ]),
  ]
}
