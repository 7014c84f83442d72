import type { ValueChange } from '#schema/api/projects-service/requirements.ts'
import type { Parameter, ParameterValue } from '#schema/entities/parameter.ts'
import type { Row } from '#schema/entities/rows.ts'
import { everyParameter, parseDefinition } from '#schema/rules/definition/parameters.ts'
import { listRows, type OpenedProject } from './open-project.ts'

export interface HistoryLabels {
  ofRow(id: string): string | undefined
  /** The change with the words of the caller's form of the requirement instead of its keys. */
  name(requirementId: string, change: ValueChange): ValueChange
}

const ANSWER = /^values\.(.+?)(\.release)?$/

/** The words for the rows and fields of a document, as the caller may read them. */
export const readHistoryLabels = async (
  opened: OpenedProject,
  documentId: string,
): Promise<HistoryLabels> => {
  const requirements = await listRows(opened, 'requirement', { documentId })
  return historyLabelsOf(requirements, await listRows(opened, 'section', { documentId }))
}

/** The same from rows in the caller's form. */
export const historyLabelsOf = (
  requirements: readonly Row<'requirement'>[],
  sections: readonly Row<'section'>[],
): HistoryLabels => {
  const definitions = new Map(requirements.map(({ id, definition }) => [id, definition]))
  const sectionNames = new Map(sections.map(({ id, name }) => [id, name]))
  const rows = new Map([
    ...sectionNames,
    ...requirements.map(({ id, fullId, name }) => [id, fullId ?? name] as const),
  ])
  const parameters = new Map<string, Parameter[]>()
  const parametersOf = (id: string): Parameter[] => {
    const known = parameters.get(id)
    if (known !== undefined) return known
    const text = definitions.get(id)
    const { contentConfiguration: content, suppliersCommitment: answer } =
      text === undefined
        ? { contentConfiguration: { parameters: [] }, suppliersCommitment: { parameters: [] } }
        : parseDefinition(text)
    const found = everyParameter([...content.parameters, ...answer.parameters])
    parameters.set(id, found)
    return found
  }
  return {
    ofRow: (id) => rows.get(id),
    name: (requirementId, change) => {
      if (change.field === 'sectionId')
        return inWords(change, (value) => sectionNames.get(String(value)) ?? null)
      const [, id, release] = ANSWER.exec(change.field) ?? []
      const asked = parametersOf(requirementId).find((parameter) => parameter.id === id)
      if (asked === undefined) return change
      const named = { ...change, label: asked.name }
      return release === undefined ? inWords(named, (value) => optionOf(asked, value)) : named
    },
  }
}

const inWords = (
  change: ValueChange,
  word: (value: ParameterValue) => ParameterValue,
): ValueChange => ({ ...change, before: word(change.before), after: word(change.after) })

const optionOf = ({ options = [] }: Parameter, value: ParameterValue): ParameterValue =>
  options.find(({ key }) => key === value)?.label ?? value
