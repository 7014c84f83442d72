import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import type { ConditionList, Parameter, Validation } from '../../entities/parameter.ts'
import type { Release } from '../../entities/project.ts'
import { controlOf } from '../definition/controls.ts'
import { everyParameter, type AskedField, parseDefinition } from '../definition/parameters.ts'
import { isDay } from '../definition/parameter-values.ts'
import { answerCell, optionText, releaseText } from './book-cells.ts'
import type { BookWords } from './book-words.ts'

export const hasStatementRelease = ({ isStatement, validations = [] }: Parameter): boolean =>
  isStatement === true && validations.some(({ kind }) => kind === 'statement_release')

/** What a spreadsheet lets a person write into a cell. */
export type CellAsk =
  | { kind: 'choice'; options: readonly string[] }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'date'; min: string | null; max: string | null }
  | { kind: 'text'; max: number }
/** `hint` says in words what the cell takes and when it is asked; '' = nothing to say. */
export type CellRule = CellAsk & { hint: string }

interface RuleContext {
  definition: string
  releases: readonly Release[]
  words: BookWords
}

const bound = (validations: readonly Validation[], kind: Validation['kind']): number | null => {
  const value = validations.find((one) => one.kind === kind)?.value
  return value === undefined || !Number.isFinite(Number(value)) ? null : Number(value)
}
const dayBound = (validations: readonly Validation[], kind: Validation['kind']): string | null => {
  const value = validations.find((one) => one.kind === kind)?.value
  return isDay(value) ? value : null
}

const numberAsk = ({ isStatement, validations = [] }: Parameter): CellAsk => {
  const limit = FIELD_LIMITS.parameterNumber
  const [low, high] = isStatement === true ? [0, 100] : [-limit, limit]
  return {
    kind: 'number',
    min: Math.max(low, bound(validations, 'min_value') ?? low),
    max: Math.min(high, bound(validations, 'max_value') ?? high),
  }
}

const askOf = (
  { parameter, part }: AskedField,
  { releases, words }: RuleContext,
): CellAsk | null => {
  const { validations = [], options = [] } = parameter
  if (part === 'release')
    return {
      kind: 'choice',
      options: [words.availableNow, ...releases.map(releaseText), words.notPlanned],
    }
  const control = controlOf(parameter)
  switch (control) {
    case 'number':
      return numberAsk(parameter)
    case 'text':
    case 'textarea': {
      const { parameterValue: most } = FIELD_LIMITS
      return { kind: 'text', max: Math.min(most, bound(validations, 'max') ?? most) }
    }
    case 'select':
    case 'radio':
      return { kind: 'choice', options: options.map((option) => optionText(options, option)) }
    case 'checkbox':
    case 'flag':
      return { kind: 'choice', options: [words.yes, words.no] }
    case 'date':
      return {
        kind: 'date',
        min: dayBound(validations, 'min_date'),
        max: dayBound(validations, 'max_date'),
      }
    case 'file':
      return null
    default:
      return control satisfies never
  }
}

/** The conditions of a list in words: fields by their names, options by their labels. */
const conditionText = (
  { join, conditions }: ConditionList,
  { definition, releases, words }: RuleContext,
): string => {
  const all = Object.values(parseDefinition(definition)).flatMap(({ parameters }) =>
    everyParameter(parameters),
  )
  const parts = conditions.map(({ parameterKey, op, value }) => {
    const parameter = all.findLast(({ key }) => key === parameterKey)
    const name = `“${parameter?.name ?? parameterKey}”`
    if (op === 'filled' || op === 'empty') return `${name} ${words.operators[op]}`
    const given =
      parameter === undefined
        ? String(value ?? '')
        : answerCell({ key: parameter.id, parameter, part: 'value' }, value, { releases, words })
    return `${name} ${words.operators[op]} ${given}`
  })
  return parts.join(` ${join === 'all' ? words.and : words.or} `)
}

/** The conditions of a field and of the groups around it; null = the field is not among them. */
const conditionsOn = (parameters: readonly Parameter[], id: string): ConditionList[] | null => {
  for (const parameter of parameters) {
    const inner = parameter.id === id ? [] : conditionsOn(parameter.parameters ?? [], id)
    const { visibleWhen } = parameter
    if (inner !== null)
      return visibleWhen === undefined || visibleWhen.conditions.length === 0
        ? inner
        : [visibleWhen, ...inner]
  }
  return null
}

const requiredHint = ({ validations = [] }: Parameter, context: RuleContext): string[] =>
  validations.flatMap(({ kind, when }) => {
    if (kind !== 'required' && kind !== 'requiredConditionally') return []
    if (when !== undefined) return [context.words.requiredIf(conditionText(when, context))]
    return kind === 'required' ? [context.words.required] : []
  })

const hintOf = ({ parameter, part }: AskedField, context: RuleContext): string => {
  const { words, definition } = context
  const { parameters } = parseDefinition(definition).suppliersCommitment
  const control = controlOf(parameter)
  return [
    ...(conditionsOn(parameters, parameter.id) ?? []).map((list) =>
      words.onlyIf(conditionText(list, context)),
    ),
    ...(part === 'value' ? requiredHint(parameter, context) : []),
    part === 'value' && control === 'number' && parameter.isStatement === true ? words.percent : '',
    control === 'file' ? words.files : '',
  ]
    .filter((line) => line !== '')
    .join('\n')
}

/** The rule of a cell; `ask` null = the spreadsheet cannot change the field. */
export const cellRule = (
  field: AskedField,
  context: RuleContext,
): { ask: CellAsk | null; hint: string } => ({
  ask: askOf(field, context),
  hint: hintOf(field, context),
})
