import { type Commitment, releaseField } from '../../entities/commitment.ts'
import type { Parameter, ParameterValue } from '../../entities/parameter.ts'
import type { Release } from '../../entities/project.ts'
import type { Requirement } from '../../entities/structure.ts'
import type { ExportWords } from '../../tables/export-words.ts'
import { answerParameters, readDefinition } from '../definition/parameters.ts'
import { RELEASE_NOW } from '../definition/statement.ts'
import { labelKey } from '../excel/excel-rows-values.ts'
import { parseAnswerFiles } from '../files/answer-files.ts'
import { addChoices, type Choices, noChoices, offered } from './choices.ts'
import { column, type TableCell, type TableHead, type TableRow } from './export-table.ts'

export interface Asked {
  label: string
  parameter: Parameter
}
/** Answer fields of several requirements by key, and whether a release stands beside each. */
export type AnswerColumns = Map<string, { label: string; hasRelease: boolean; choices: Choices }>

/** The answer fields of one definition by their names; equal names are numbered. */
export const answerLabels = (definition: string): Map<string, Asked> => {
  const labels = new Map<string, Asked>()
  for (const parameter of answerParameters(readDefinition(definition))) {
    const name = parameter.name.trim() || parameter.key
    let label = name
    for (let count = 2; labels.has(labelKey(label)); count += 1) label = `${name} (${count})`
    labels.set(labelKey(label), { label, parameter })
  }
  return labels
}

/** Adds the answer fields of one requirement. */
export const addAnswerFields = (fields: AnswerColumns, definition: string): void => {
  for (const [key, { label, parameter }] of answerLabels(definition)) {
    const known = fields.get(key)
    const hasRelease = known?.hasRelease === true || parameter.isStatement === true
    const choices = known?.choices ?? noChoices()
    addChoices(choices, parameter)
    // An answer to a yes/no field is a truth value, not a text.
    if (parameter.type === 'CHECKBOX' || parameter.type === 'FLAG') choices.isFree = true
    fields.set(key, { label: known?.label ?? label, hasRelease, choices })
  }
}

export const answerHead = (
  words: ExportWords,
  fields: AnswerColumns,
  releases: AnswerWords['releases'] = new Map(),
): TableHead => ({
  name: words.answers,
  columns: [
    column('id', words.id, 'id'),
    column('section', words.section),
    column('requirement', words.requirement, 'longText'),
    column('package', words.package),
    column('document', words.document),
    column('vendor', words.vendor),
    column('status', words.status),
    ...[...fields].flatMap(([key, { label, hasRelease, choices }]) => [
      { ...column(`field:${key}`, label, 'longText'), options: offered(choices) },
      ...(hasRelease
        ? [
            {
              ...column(`release:${key}`, `${label}: ${words.release}`),
              options: releaseOptions(words, releases),
            },
          ]
        : []),
    ]),
    column('submittedOn', words.submittedOn, 'time'),
    column('submittedBy', words.submittedBy),
    column('changedOn', words.changedOn, 'time'),
    column('changedBy', words.changedBy),
  ],
})

const releaseOptions = (words: ExportWords, releases: AnswerWords['releases']): string[] =>
  offered({
    options: new Set([words.available, words.notPlanned, ...releases.values()]),
    isFree: false,
  })

/** A value as people read it: the label of an option, the names of files. */
export const answerCell = (parameter: Parameter, value: ParameterValue | undefined): TableCell => {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') return value
  const files = parameter.inputType === 'file' ? parseAnswerFiles(value) : null
  if (files !== null) return files.map(({ name }) => name).join('\n')
  return parameter.options?.find(({ key }) => key === value)?.label ?? value
}

export interface AnswerWords {
  words: ExportWords
  /** Release.number → version. */
  releases: ReadonlyMap<number, string>
}
export const releaseNames = (releases: readonly Release[]): AnswerWords['releases'] =>
  new Map(releases.map(({ number, version }) => [number, version]))

/** The release of a statement as people read it. */
export const releaseCell = (
  value: ParameterValue | undefined,
  { words, releases }: AnswerWords,
): TableCell => {
  if (typeof value !== 'number') return null
  if (value === RELEASE_NOW) return words.available
  return value < 0 ? words.notPlanned : (releases.get(value) ?? null)
}

/** The requirement with the names of its place. */
export interface PlacedRequirement {
  requirement: Requirement
  section: string
  document: string
  package: string
}

export interface VendorAnswer {
  vendor: string
  /** undefined = not answered. */
  answer: Commitment | undefined
}

/** One requirement for each vendor. */
export const answerRows = (
  { requirement, ...place }: PlacedRequirement,
  answers: readonly VendorAnswer[],
  { fields, ...how }: AnswerWords & { fields: AnswerColumns },
): TableRow[] => {
  const labels = answerLabels(requirement.definition)
  const start = [
    requirement.fullId ?? requirement.id,
    place.section,
    requirement.name,
    place.package,
    place.document,
  ]
  return answers.map(({ vendor, answer }) => {
    const values = answer?.values ?? {}
    const cells = [...fields].flatMap(([key, { hasRelease }]): TableCell[] => {
      const parameter = labels.get(key)?.parameter
      if (parameter === undefined) return hasRelease ? [null, null] : [null]
      const cell = answerCell(parameter, values[parameter.id])
      return hasRelease ? [cell, releaseCell(values[releaseField(parameter.id)], how)] : [cell]
    })
    return [...start, vendor, statusOf(answer, how.words), ...cells, ...stampsOf(answer)]
  })
}

const statusOf = (answer: Commitment | undefined, words: ExportWords): string => {
  if (answer === undefined) return words.notAnswered
  return answer.submitted ? words.submitted : words.saved
}
const stampsOf = (answer: Commitment | undefined): TableCell[] => [
  answer?.receipt?.submittedOn ?? null,
  answer?.receipt?.by ?? null,
  answer?.updatedOn ?? null,
  answer?.updatedBy ?? null,
]
