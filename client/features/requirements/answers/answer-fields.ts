import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { releaseField, type CommitmentValues } from '#schema/entities/commitment.ts'
import type { Definition, Parameter, ParameterOption } from '#schema/entities/parameter.ts'
import type { Release } from '#schema/entities/project.ts'
import { isFileField } from '#schema/rules/definition/controls.ts'
import { parseAnswerFiles } from '#schema/rules/files/answer-files.ts'
import { formatDate } from '#schema/rules/format.ts'
import { answerParameters } from '#schema/rules/definition/parameters.ts'
import { RELEASE_NOT_PLANNED, RELEASE_NOW } from '#schema/rules/definition/statement.ts'
import { filesText } from '#client/ui/elements/files-text.ts'
import type { GridEditor, GridOption, GridValue } from '#client/ui/grid/grid-types.ts'

/**
 * A column of answers: the fields with the same parameter key in all requirements of the document.
 */
export interface AnswerColumn {
  key: string
  part: 'value' | 'release'
  name: string
  sample: Parameter
  /** All options of the fields in the column. */
  options: ParameterOption[]
}

export const hasRelease = (parameter: Parameter): boolean =>
  parameter.isStatement === true &&
  (parameter.validations ?? []).some(({ kind }) => kind === 'statement_release')

/** The distinct answer parameters of a document, in order of first appearance. */
export function answerColumns(definitions: Iterable<Definition>): AnswerColumn[] {
  const columns = new Map<string, AnswerColumn>()
  const offered = new Set<string>()
  for (const definition of definitions) {
    for (const parameter of answerParameters(definition)) {
      const id = parameter.key
      const { key, name: fieldName } = parameter
      const column = columns.get(id) ?? {
        key,
        part: 'value',
        name: fieldName,
        sample: parameter,
        options: [],
      }
      columns.set(id, column)
      for (const option of parameter.options ?? []) {
        const place = JSON.stringify([key, option.key])
        if (!offered.has(place)) column.options.push(option)
        offered.add(place)
      }
      if (hasRelease(parameter) && !columns.has(releaseField(id))) {
        const name = i18n._(msg`Release`)
        columns.set(releaseField(id), {
          key: parameter.key,
          part: 'release',
          name,
          sample: parameter,
          options: [],
        })
      }
    }
  }
  return [...columns.values()]
}

const byKey = new WeakMap<Definition, Map<string, Parameter>>()
export function answerByKey(definition: Definition, key: string): Parameter | undefined {
  let known = byKey.get(definition)
  if (!known)
    byKey.set(
      definition,
      (known = new Map(
        answerParameters(definition).map((parameter) => [parameter.key, parameter]),
      )),
    )
  return known.get(key)
}

export const fieldOf = (parameter: Parameter, part: 'value' | 'release'): string =>
  part === 'release' ? releaseField(parameter.id) : parameter.id

export const releaseLabel = (release: Pick<Release, 'version' | 'date'>): string =>
  release.date === null ? release.version : `${release.version} · ${formatDate(release.date)}`

/** Choices for the release of a statement. */
export const releaseOptions = (releases: readonly Release[]): GridOption[] => [
  { value: RELEASE_NOW, label: i18n._(msg`Available now`) },
  ...releases.map((release) => ({ value: release.number, label: releaseLabel(release) })),
  { value: RELEASE_NOT_PLANNED, label: i18n._(msg`Not planned`) },
]

/** The editor for cells of a parameter. */
export function parameterEditor(parameter: Parameter): GridEditor {
  switch (parameter.type) {
    case 'TEXTAREA':
      return { kind: 'long' }
    case 'SELECTBOX':
    case 'RADIO':
      return {
        kind: 'select',
        options: (parameter.options ?? []).map(({ key, label }) => ({ value: key, label })),
      }
    case 'DATE_PICKER':
      return { kind: 'date' }
    case 'CHECKBOX':
    case 'FLAG':
      return { kind: 'tick' }
    case 'INPUT':
      return parameter.isStatement
        ? { kind: 'percent' }
        : parameter.inputType === 'number'
          ? { kind: 'number' }
          : { kind: 'text', maxLength: 20_000 }
    default:
      return parameter.type satisfies never
  }
}

/** A value as text, for lists, receipts and conflicts. */
export function answerText(parameter: Parameter | undefined, value: GridValue | undefined): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? i18n._(msg`Yes`) : i18n._(msg`No`)
  const option = parameter?.options?.find(({ key }) => key === value)
  if (option) return option.label
  const files = parameter && isFileField(parameter) ? parseAnswerFiles(String(value)) : null
  if (files) return filesText(files)
  if (parameter?.type === 'DATE_PICKER') return formatDate(String(value))
  return parameter?.isStatement ? `${value} %` : String(value)
}

export const valueOf = (values: CommitmentValues | undefined, field: string): GridValue =>
  values?.[field] ?? null
