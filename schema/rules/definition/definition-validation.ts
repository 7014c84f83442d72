import type { Definition, Parameter, Validation } from '../../entities/parameter.ts'
import type { MessageCode } from '../../tables/messages.ts'
import { isBlank } from '../answers/commitments.ts'
import { conditionKeys, findConditionCycle } from './conditions.ts'
import { allowedValidations, isFileField } from './controls.ts'
import { FIELD_RULES, type FieldProblem } from './field-rules.ts'
import { fileBoundProblem } from './file-bounds.ts'
import { isDay, isNumeric, valueProblem } from './parameter-values.ts'
import { everyParameter, isGroup } from './parameters.ts'
import { PATTERN_SIZES, patternProblem, patternSize } from '../regex/safe-regex.ts'

/** `path` is the dotted path, from the definition's root, of the part to correct. */
export interface DefinitionProblem {
  path: string
  code: MessageCode
  detail: Record<string, string | number>
}
type Found = { at: string; code: MessageCode; detail?: Record<string, string | number> }

/**
 * The most fields and groups of one requirement: a chain of conditions through all of them must not
 * exhaust the stack.
 */
export const PARAMETER_LIMIT = 500
const CHOICES: readonly Parameter['type'][] = ['SELECTBOX', 'RADIO']
const STATEMENTS: readonly Parameter['type'][] = ['INPUT', 'SELECTBOX', 'RADIO', 'CHECKBOX']

const isNumber = (bound: Validation['value']): boolean =>
  !isBlank(bound) && Number.isFinite(Number(bound))

const PATTERN_SHOWN = 60
const shownPattern = (bound: Validation['value']): string => {
  const pattern = String(bound ?? '')
  return pattern.length > PATTERN_SHOWN ? `${pattern.slice(0, PATTERN_SHOWN)}…` : pattern
}

type BoundProblem = (
  bound: Validation['value'],
  parameter: Parameter,
) => { code: MessageCode; detail?: Record<string, string | number> } | null
const count: BoundProblem = (bound) => FIELD_RULES.count(isBlank(bound) ? null : Number(bound))
const number: BoundProblem = (bound) => (isNumber(bound) ? null : { code: 'validation.number' })
const day: BoundProblem = (bound) => (isDay(bound) ? null : { code: 'validation.date' })
const BOUNDS: { [K in Validation['kind']]?: BoundProblem } = {
  min: count,
  max: count,
  decimals: count,
  min_value: number,
  max_value: number,
  min_date: day,
  max_date: day,
  regex: (bound, { name }) => {
    const problem = patternProblem(String(bound ?? ''))
    return problem === null
      ? null
      : { code: 'validation.pattern', detail: { name, regex: shownPattern(bound), problem } }
  },
}

type Bound = string | number
/**
 * For each upper bound, the lower bound and the problem reported if the upper bound is below it.
 */
const RANGES: {
  [K in Validation['kind']]?: {
    lower: Validation['kind']
    problem: (upper: Bound, lower: Bound) => FieldProblem | null
  }
} = {
  max: {
    lower: 'min',
    problem: (upper, lower) => FIELD_RULES.minValue(Number(upper), Number(lower)),
  },
  max_value: {
    lower: 'min_value',
    problem: (upper, lower) => FIELD_RULES.minValue(Number(upper), Number(lower)),
  },
  max_date: {
    lower: 'min_date',
    problem: (upper, lower) => FIELD_RULES.minDate(String(upper), String(lower)),
  },
}

/** Reports bounds that no value can meet, because the requirement could not be answered. */
function rangeProblem(
  validations: readonly Validation[],
  { kind, value }: Validation,
): FieldProblem | null {
  const range = RANGES[kind]
  const lower = validations.find((validation) => validation.kind === range?.lower)?.value
  return range === undefined || lower === undefined || value === undefined
    ? null
    : range.problem(value, lower)
}

function validationProblems(parameter: Parameter): Found[] {
  const allowed = allowedValidations(parameter)
  const validations = parameter.validations ?? []
  return validations.flatMap((validation, i): Found[] => {
    const { kind, value, when } = validation
    const at = `.validations.${i}`
    if (!allowed.includes(kind)) return [{ at, code: 'validation.kind', detail: { kind } }]
    if (kind === 'requiredConditionally' && when === undefined)
      return [{ at: `${at}.when`, code: 'validation.required' }]
    const bound =
      (isFileField(parameter) ? fileBoundProblem(validation) : BOUNDS[kind]?.(value, parameter)) ??
      rangeProblem(validations, validation)
    return bound ? [{ at: `${at}.value`, ...bound }] : []
  })
}

function optionProblems(parameter: Parameter): Found[] {
  if (!CHOICES.includes(parameter.type)) return []
  const options = parameter.options ?? []
  if (options.length === 0) return [{ at: '.options', code: 'validation.required' }]
  return options.flatMap(({ key, value }, i): Found[] => {
    if (options.findIndex((option) => option.key === key) < i)
      return [{ at: `.options.${i}.key`, code: 'validation.unique' }]
    const isPercent = isNumber(value) && Number(value) >= 0 && Number(value) <= 100
    return parameter.isStatement === true && !isPercent
      ? [{ at: `.options.${i}.value`, code: 'validation.percent' }]
      : []
  })
}

function layoutProblems({ layout }: Parameter): Found[] {
  const problem =
    layout === undefined ? null : FIELD_RULES.grid(layout.internal.offset, layout.internal.width)
  return problem === null ? [] : [{ at: '.layout', ...problem }]
}

function leafProblems(parameter: Parameter): Found[] {
  const found = [...validationProblems(parameter), ...optionProblems(parameter)]
  const canScore = STATEMENTS.includes(parameter.type) && !isFileField(parameter)
  if (parameter.isStatement === true && !canScore)
    found.push({ at: '.isStatement', code: 'validation.statement' })
  const wrong = valueProblem(parameter, parameter.value ?? null)
  // A text field of the content may hold any text; only types that programs read are checked.
  if (wrong !== null && (wrong !== 'validation.text' || isNumeric(parameter)))
    found.push({ at: '.value', code: wrong })
  return found
}

function problemsIn(parameters: readonly Parameter[], path: string): DefinitionProblem[] {
  return parameters.flatMap((parameter, i) => {
    const own = [
      ...layoutProblems(parameter),
      ...(isGroup(parameter) ? [] : leafProblems(parameter)),
    ]
    const here = own.map(({ at, code, detail }) => ({
      path: `${path}.${i}${at}`,
      code,
      detail: detail ?? {},
    }))
    return [...here, ...problemsIn(parameter.parameters ?? [], `${path}.${i}.parameters`)]
  })
}

/** Reports ids and keys that occur twice in one half of the definition. */
function doubles(parameters: readonly Parameter[], path: string): DefinitionProblem[] {
  const every = everyParameter(parameters)
  return (['id', 'key'] as const).flatMap((name) => {
    const seen = new Set<string>()
    return every
      .filter((parameter) => seen.size === seen.add(parameter[name]).size)
      .map((parameter) => ({
        path: `${path}.${parameter.id}.${name}`,
        code: 'validation.unique' as const,
        detail: { [name]: parameter[name] },
      }))
  })
}

interface UsedPattern {
  pattern: string
  name: string
  path: string
}
const patternsIn = (parameters: readonly Parameter[], path: string): UsedPattern[] =>
  parameters.flatMap((parameter, i) => {
    const at = `${path}.${i}`
    const own = (parameter.validations ?? []).flatMap(({ kind, value }, n): UsedPattern[] =>
      kind === 'regex'
        ? [
            {
              pattern: String(value ?? ''),
              name: parameter.name,
              path: `${at}.validations.${n}.value`,
            },
          ]
        : [],
    )
    return [...own, ...patternsIn(parameter.parameters ?? [], `${at}.parameters`)]
  })
const HALVES = ['contentConfiguration', 'suppliersCommitment'] as const
const patternsOf = (definition: Definition): UsedPattern[] =>
  HALVES.flatMap((half) => patternsIn(definition[half].parameters, `${half}.parameters`))

/** Returns the total size of the distinct patterns of a definition. */
export const patternSizes = (definition: Definition): number =>
  [...new Set(patternsOf(definition).map(({ pattern }) => pattern))].reduce(
    (sum, pattern) => sum + patternSize(pattern),
    0,
  )

/** Reports the pattern with which the total size exceeds its bound. */
function sizeProblems(definition: Definition): DefinitionProblem[] {
  const seen = new Set<string>()
  let size = 0
  for (const { pattern, name, path } of patternsOf(definition)) {
    if (seen.has(pattern)) continue
    seen.add(pattern)
    size += patternSize(pattern)
    if (size <= PATTERN_SIZES) continue
    const detail = {
      size: patternSizes(definition),
      limit: PATTERN_SIZES,
      regex: shownPattern(pattern),
      name,
    }
    return [{ path, code: 'validation.patterns', detail }]
  }
  return []
}

/** Reports fields for files in the requestor's half: only the answer of a vendor has evidence. */
const misplacedFiles = (parameters: readonly Parameter[]): DefinitionProblem[] =>
  everyParameter(parameters)
    .filter(isFileField)
    .map(({ id }) => ({
      path: `contentConfiguration.${id}.inputType`,
      code: 'validation.files_place',
      detail: {},
    }))

/** Returns all problems that prevent a definition from being saved. */
export function validateDefinition(definition: Definition): DefinitionProblem[] {
  const halves = HALVES.map((half) => ({ half, parameters: definition[half].parameters }))
  const all = halves.flatMap(({ parameters }) => parameters)
  const every = everyParameter(all)
  if (every.length > PARAMETER_LIMIT)
    return [
      {
        path: 'suppliersCommitment',
        code: 'TOO_LARGE',
        detail: { limit: `${PARAMETER_LIMIT} fields` },
      },
    ]
  const keys = new Set(every.map(({ key }) => key))
  const dangling = every.flatMap((parameter) =>
    conditionKeys(parameter)
      .filter((key) => !keys.has(key))
      .map((key) => ({
        path: `${parameter.id}.conditions`,
        code: 'validation.condition' as const,
        detail: { key },
      })),
  )
  const cycle = findConditionCycle(all)
  const names = new Map(every.map(({ key, name }) => [key, name]))
  return [
    ...halves.flatMap(({ half, parameters }) => [
      ...doubles(parameters, half),
      ...problemsIn(parameters, `${half}.parameters`),
    ]),
    ...misplacedFiles(definition.contentConfiguration.parameters),
    ...sizeProblems(definition),
    ...dangling,
    ...(cycle === null
      ? []
      : [
          {
            path: cycle[0] ?? '',
            code: 'PARAMETER_CYCLE' as const,
            detail: { path: cycle.map((key) => names.get(key) ?? key).join(' → ') },
          },
        ]),
  ]
}
