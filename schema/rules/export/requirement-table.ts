import type { Requirement } from '../../entities/structure.ts'
import { readDefinition } from '../definition/parameters.ts'
import { parameterLabels, valueCell } from '../excel/excel-rows-values.ts'
import { addChoices, type Choices, noChoices, offered } from './choices.ts'
import { column, type TableColumn, type TableHead, type TableRow } from './export-table.ts'

/** The columns of the content fields by key, in the order of their first requirement. */
export type FieldColumns = Map<string, { label: string; choices: Choices }>

/** Adds the content fields of one requirement. */
export const addContentFields = (fields: FieldColumns, definition: string): void => {
  for (const [key, { label, parameter }] of parameterLabels(readDefinition(definition))) {
    const field = fields.get(key) ?? { label, choices: noChoices() }
    addChoices(field.choices, parameter)
    fields.set(key, field)
  }
}

/** The headings that the import knows, in every language. */
const FIXED: readonly TableColumn[] = [
  column('id', 'ID', 'id'),
  column('section', 'Section'),
  column('requirement', 'Requirement', 'longText'),
]

/** The column whose cells have the help texts as notes. */
export const NOTED_COLUMN = FIXED.findIndex(({ key }) => key === 'requirement')

/** A document in the shape that the import reads without questions. */
export const requirementHead = (name: string, fields: FieldColumns): TableHead => ({
  name,
  columns: [
    ...FIXED,
    ...[...fields].map(([key, { label, choices }]) => ({
      ...column(`field:${key}`, label, 'longText'),
      options: offered(choices),
    })),
  ],
})

export const requirementRow = (
  requirement: Requirement,
  sectionName: string,
  fields: FieldColumns,
): TableRow => {
  const labels = parameterLabels(readDefinition(requirement.definition))
  return [
    requirement.fullId ?? requirement.id,
    sectionName,
    requirement.name,
    ...[...fields.keys()].map((key) => {
      const found = labels.get(key)
      return found === undefined ? '' : valueCell(found.parameter)
    }),
  ]
}
