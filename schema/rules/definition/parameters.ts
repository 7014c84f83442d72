import * as v from 'valibot'
import { releaseField } from '../../entities/commitment.ts'
import { Definition, type Parameter } from '../../entities/parameter.ts'
import { Refusal } from '../../refusal.ts'

const CACHE_LIMIT = 12_000
const parsed = new Map<string, Definition>()

const unreadable = (problem: string): Refusal =>
  new Refusal('INPUT_INVALID', { field: 'definition', detail: { field: 'definition', problem } })

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.values(value).forEach(freeze)
  return Object.freeze(value)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw Object.assign(unreadable('is not JSON'), { cause })
  }
}

const isDefinitionShaped = (value: unknown): value is Definition => {
  const shape = value as { [part in keyof Definition]?: { parameters?: unknown } } | null
  return (
    Array.isArray(shape?.contentConfiguration?.parameters) &&
    Array.isArray(shape.suppliersCommitment?.parameters)
  )
}

/**
 * The definition that a stored row holds. Stored text was checked when it was written
 * (`checkDefinition`), so only its outline is
 * looked at here: 10,000 rows must open at once. The answer is shared and frozen; copy it before
 * editing.
 */
export function parseDefinition(text: string): Definition {
  const known = parsed.get(text)
  if (known !== undefined) return known
  const value = readJson(text)
  if (!isDefinitionShaped(value)) throw unreadable('is not a definition')
  if (parsed.size >= CACHE_LIMIT) parsed.clear()
  parsed.set(text, freeze(value))
  return value
}

/**
 * A definition that comes from outside: every part checked; INPUT_INVALID with the path of what is
 * wrong.
 */
export function checkDefinition(text: string): Definition {
  const result = v.safeParse(Definition, readJson(text))
  if (result.success) return result.output
  const [issue] = result.issues
  const path = v.getDotPath(issue)
  throw new Refusal('INPUT_INVALID', {
    field: path === null ? 'definition' : `definition.${path}`,
    detail: { field: path ?? 'definition', problem: issue.message },
  })
}

export const definitionText = (definition: Definition): string => JSON.stringify(definition)

export const emptyDefinition = (): Definition => ({
  contentConfiguration: { parameters: [] },
  suppliersCommitment: { parameters: [] },
})

export const isGroup = (parameter: Parameter): boolean =>
  parameter.isGroup === true || parameter.parameters !== undefined

/** Every field in order, groups flattened; the groups themselves are left out. */
export const leafParameters = (parameters: readonly Parameter[]): Parameter[] =>
  parameters.flatMap((parameter) =>
    isGroup(parameter) ? leafParameters(parameter.parameters ?? []) : [parameter],
  )

/** Fields and groups alike, each group before what it holds. */
export const everyParameter = (parameters: readonly Parameter[]): Parameter[] =>
  parameters.flatMap((parameter) => [parameter, ...everyParameter(parameter.parameters ?? [])])

const isOffered = (parameter: Parameter): boolean =>
  parameter.hidden !== true && parameter.skip !== true

const offeredLeaves = (parameters: readonly Parameter[]): Parameter[] =>
  parameters
    .filter(isOffered)
    .flatMap((parameter) =>
      isGroup(parameter) ? offeredLeaves(parameter.parameters ?? []) : [parameter],
    )

/**
 * The fields a vendor is asked to fill: neither hidden nor skipped, and not inside a group that is.
 */
export const answerParameters = (definition: Definition): Parameter[] =>
  offeredLeaves(definition.suppliersCommitment.parameters)

export const statementParameters = (definition: Definition): Parameter[] =>
  answerParameters(definition).filter((parameter) => parameter.isStatement === true)

export interface AskedField {
  key: string
  parameter: Parameter
  part: 'value' | 'release'
}

/** The fields of a commitment's values: one a parameter, two a statement. */
export const answerFields = (definition: Definition): AskedField[] =>
  answerParameters(definition).flatMap((parameter): AskedField[] => {
    const value: AskedField = { key: parameter.id, parameter, part: 'value' }
    return parameter.isStatement === true
      ? [value, { key: releaseField(parameter.id), parameter, part: 'release' }]
      : [value]
  })
