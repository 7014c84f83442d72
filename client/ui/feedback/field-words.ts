import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FieldConflict } from '#schema/api/sync.ts'
import type { Parameter } from '#schema/entities/parameter.ts'
import type { Release } from '#schema/entities/project.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { isFileField } from '#schema/rules/definition/controls.ts'
import { parseAnswerFiles } from '#schema/rules/files/answer-files.ts'
import { formatDate } from '#schema/rules/format.ts'
import { everyParameter, parseDefinition } from '#schema/rules/definition/parameters.ts'
import { RELEASE_NOT_PLANNED, RELEASE_NOW } from '#schema/rules/definition/statement.ts'
import { filesText } from '#client/ui/elements/files-text.ts'

/** The rows from which a field gets its name and its value a text. */
export interface FieldContext {
  requirement: Requirement | undefined
  releases: readonly Release[]
}
type Field = Pick<FieldConflict, 'field'>

const NAMES: Record<string, ReturnType<typeof msg>> = {
  name: msg`Name`,
  alias: msg`Display name`,
  description: msg`Description`,
  prefix: msg`Prefix`,
  version: msg`Version`,
  date: msg`Date`,
  tags: msg`Tags`,
  language: msg`Language of the texts`,
  deadline: msg`Deadline`,
  sealed: msg`Sealed answers`,
  avatar: msg`Picture`,
  stopInValidation: msg`Validate before evaluation`,
  evaluation: msg`Evaluation settings`,
  vendorHelp: msg`Help for vendors`,
  evaluatorHelp: msg`Help for evaluators`,
  value: msg`Value`,
  excluded: msg`Excluded from the evaluation`,
  'definition.answerOrder': msg`Order of answer fields`,
  'definition.contentOrder': msg`Order of content fields`,
  weights: msg`Weights`,
  weight: msg`Weight`,
  reason: msg`Reason`,
  text: msg`Text`,
  severity: msg`Severity`,
  definition: msg`Fields`,
  packages: msg`Packages`,
  documents: msg`Documents`,
  rank: msg`Order`,
  ownerId: msg`Owner`,
  label: msg`Name`,
  type: msg`Kind`,
  options: msg`Options`,
  validations: msg`Checks`,
  conditions: msg`Conditions`,
  isStatement: msg`Statement`,
  inputType: msg`Kind of input`,
  placeholder: msg`Example`,
  help: msg`Help`,
  threshold: msg`Knock-out threshold`,
  width: msg`Width`,
  parameters: msg`Fields`,
}

const RELEASE = '.release'

function parameterOf(
  field: string,
  { requirement }: FieldContext,
): { parameter: Parameter | undefined; isRelease: boolean; isDefinition: boolean } | null {
  const [, values, definition] =
    /^(?:values\.(.+)|definition\.(?:content|answer)\.(.+))$/.exec(field) ?? []
  const id = values ?? definition
  if (id === undefined) return null
  const all = requirement
    ? Object.values(parseDefinition(requirement.definition)).flatMap((part) =>
        everyParameter(part.parameters),
      )
    : []
  const isRelease = values !== undefined && id.endsWith(RELEASE)
  const wanted = isRelease ? id.slice(0, -RELEASE.length) : id
  return {
    parameter: all.find((one) => one.id === wanted),
    isRelease,
    isDefinition: definition !== undefined,
  }
}

export function fieldName({ field }: Field, context: FieldContext): string {
  const found = parameterOf(field, context)
  if (found) {
    const name = found.parameter?.name ?? i18n._(msg`A field that is not here any more`)
    return found.isRelease
      ? i18n._(msg`Release`)
      : found.isDefinition
        ? i18n._(msg`Field “${name}”`)
        : name
  }
  return i18n._(
    NAMES[field] ?? NAMES[field.slice(field.lastIndexOf('.') + 1)] ?? msg`Another detail`,
  )
}

/** The text of a value as the form shows it. Text values stay unchanged. */
export function valueWords({ field }: Field, value: unknown, context: FieldContext): string {
  if (value === null || value === undefined || value === '') return i18n._(msg`(empty)`)
  const found = parameterOf(field, context)
  if (found?.isRelease && typeof value === 'number') return releaseWords(value, context.releases)
  if (found?.isDefinition) return definitionWords(value)
  if (typeof value === 'boolean') return value ? i18n._(msg`Yes`) : i18n._(msg`No`)
  if (typeof value === 'number') return found?.parameter?.isStatement ? `${value} %` : String(value)
  if (typeof value !== 'string') return JSON.stringify(value, null, 2)
  const files = found?.parameter && isFileField(found.parameter) ? parseAnswerFiles(value) : null
  if (files !== null) return filesText(files)
  const option = found?.parameter?.options?.find(({ key }) => key === value)
  return option?.label ?? (/^\d{4}-\d\d-\d\d$/.test(value) ? formatDate(value) : value)
}

/** Whether the field holds free text that can be merged by hand. */
export function isFreeText(
  { field }: Field,
  { mine, theirs }: { mine: unknown; theirs: unknown },
  context: FieldContext,
): boolean {
  const found = parameterOf(field, context)
  const isText = (value: unknown) =>
    typeof value === 'string' || value === null || value === undefined
  if (!isText(mine) || !isText(theirs) || found?.isDefinition || found?.isRelease) return false
  return found?.parameter
    ? found.parameter.type === 'TEXTAREA' ||
        (found.parameter.type === 'INPUT' &&
          !found.parameter.isStatement &&
          !isFileField(found.parameter) &&
          found.parameter.inputType !== 'number')
    : field in NAMES && field !== 'date' && field !== 'value' && field !== 'language'
}

function releaseWords(value: number, releases: readonly Release[]): string {
  if (value === RELEASE_NOW) return i18n._(msg`Available now`)
  if (value === RELEASE_NOT_PLANNED) return i18n._(msg`Not planned`)
  const release = releases.find(({ number }) => number === value)
  return release
    ? [release.version, release.date === null ? null : formatDate(release.date)]
        .filter(Boolean)
        .join(' · ')
    : String(value)
}

/** The text of a nested value: each part by its label, name, text or kind. */
const partWords = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(partWords).join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  const { label, name, text, kind } = value as Record<string, unknown>
  const [word] = [label, name, text, kind].filter((one) => typeof one === 'string')
  return (
    word ??
    Object.values(value)
      .filter((one) => typeof one !== 'object')
      .map(String)
      .join(' ')
  )
}

/**
 * Writes a field definition as one line per property, so that a word diff can compare two versions.
 */
function definitionWords(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .filter(([key]) => key !== 'id' && key !== 'key')
    .map(([key, one]) => `${i18n._(NAMES[key] ?? msg`Another detail`)}: ${partWords(one)}`)
    .join('\n')
}
