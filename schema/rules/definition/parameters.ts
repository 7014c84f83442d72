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
 * Parses the definition of a stored row. `checkDefinition` validated the text when it was written,
 * so only the outline is checked here: 10,000 rows must open at once. The result is shared and
 * frozen; copy it before editing.
 */
export function parseDefinition(text: string): Definition {
  const known = parsed.get(text)
  if (known !== undefined) return known
  const value = readDefinition(text)
  if (parsed.size >= CACHE_LIMIT) parsed.clear()
  parsed.set(text, freeze(value))
  return value
}

/** The same without keeping the result, for rows that are read once: an export reads all of them. */
export function readDefinition(text: string): Definition {
  const value = readJson(text)
  if (!isDefinitionShaped(value)) throw unreadable('is not a definition')
  return value
}

/**
 * Parses and validates a definition from outside; throws INPUT_INVALID with the path of the
 * problem.
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

/** Returns every field in order, with groups flattened and without the groups themselves. */
export const leafParameters = (parameters: readonly Parameter[]): Parameter[] =>
  parameters.flatMap((parameter) =>
    isGroup(parameter) ? leafParameters(parameter.parameters ?? []) : [parameter],
  )

/** Returns fields and groups, each group before its fields. */
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
 * Returns the fields that a vendor fills in: neither hidden nor skipped, nor inside such a group.
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

/** Returns the fields of a commitment's values: one per parameter, two per statement. */
export const answerFields = (definition: Definition): AskedField[] =>
  answerParameters(definition).flatMap((parameter): AskedField[] => {
    const value: AskedField = { key: parameter.id, parameter, part: 'value' }
    return parameter.isStatement === true
      ? [value, { key: releaseField(parameter.id), parameter, part: 'release' }]
      : [value]
  })
