import type { Cell } from './excel-rows-cells.ts'
import type { ExistingRequirement, ExistingSection } from './excel-rows-plan.ts'
import { parameterLabels, valueCell } from './excel-rows-values.ts'
import { parseDefinition } from '../definition/parameters.ts'

export interface ExportInput {
  sections: readonly ExistingSection[]
  /** The requirements in the order of the document. */
  requirements: readonly ExistingRequirement[]
}

/**
 * Returns a sheet that can be imported without questions: ID, Section, Requirement, then a column
 * per content parameter of the document.
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
      // A requirement made offline has no number yet; its row id finds it.
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
