import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import type { Definition, Parameter } from '../../entities/parameter.ts'
import { cleanText, isSpreadsheetError } from './excel-rows-cells.ts'
import { type ContentProblem, contentProblems } from '../definition/content-validation.ts'
import { everyParameter } from '../definition/parameters.ts'
import { filledParameter, freeId, type ParameterColumn } from './excel-rows-fields.ts'
import { isSeveral, tickChoices } from './excel-rows-several.ts'
import {
  labelKey,
  parameterLabels,
  readValue,
  type CellValueProblem,
  type ReadValue,
  valueCell,
} from './excel-rows-values.ts'

export interface CellProblem {
  column: number
  code: CellValueProblem | 'cellError' | 'tooManyFields' | 'breaksRule'
  max?: number | undefined
  /** The rule of the field that the value breaks. */
  rule?: Pick<ContentProblem, 'code' | 'detail'>
}

/** Returns the content of a new requirement; empty cells give no parameter. */
export const contentOfRow = (
  columns: readonly ParameterColumn[],
  textOf: (column: number) => string,
): { parameters: Parameter[]; problems: CellProblem[] } => {
  const parameters: Parameter[] = []
  const problems: CellProblem[] = []
  for (const column of columns) {
    const text = textOf(column.column)
    if (text === '') continue
    if (isSpreadsheetError(text)) problems.push({ column: column.column, code: 'cellError' })
    else {
      const filled = filledParameter(column, text)
      if ('problem' in filled)
        problems.push({ column: column.column, code: filled.problem, max: filled.max })
      else parameters.push(filled)
    }
  }
  // The main text comes before the other parameters, wherever its column is.
  return {
    parameters: parameters.toSorted(
      (a, b) => Number(b.id === 'description') - Number(a.id === 'description'),
    ),
    problems,
  }
}

export interface ContentChange {
  /** The top-level content parameters that the row changes, by id; groups as a whole. */
  parameters: Record<string, Parameter>
  /** Labels of the changed parameters. */
  changed: string[]
  problems: CellProblem[]
}

/**
 * Keeps the identity of unchanged objects, so that a changed group can be told from an unchanged
 * one.
 */
const replaceParameter = (
  parameters: readonly Parameter[],
  id: string,
  next: Parameter,
): Parameter[] =>
  parameters.map((one) => {
    if (one.id === id) return next
    const { parameters: inner = [] } = one
    return everyParameter(inner).some((each) => each.id === id)
      ? { ...one, parameters: replaceParameter(inner, id, next) }
      : one
  })

/**
 * The imported main text keeps its id when it is renamed. It is found by id unless another column
 * has the new name.
 */
const renamedDescription = (
  column: ParameterColumn,
  definition: Definition,
  mapped: ReadonlySet<string>,
): Parameter | undefined => {
  if (column.role !== 'description') return undefined
  for (const [label, { parameter }] of parameterLabels(definition))
    if (parameter.id === 'description' && !mapped.has(label)) return parameter
  return undefined
}

/** The group of checkboxes that a column of several choices made. */
const severalOf = (
  { role, label }: ParameterColumn,
  parameters: readonly Parameter[],
): Parameter | undefined =>
  role === 'several'
    ? everyParameter(parameters).find(
        (one) => isSeveral(one) && labelKey(cleanText(one.name)) === labelKey(label),
      )
    : undefined

/** The parameter with the value of a cell; the same one if its value stays. */
const refilled = (
  parameter: Parameter,
  text: string,
): Parameter | Extract<ReadValue, { problem: string }> => {
  if (isSeveral(parameter)) return tickChoices(parameter, { text, options: [] })
  if (cleanText(valueCell(parameter)) === text) return parameter
  const read = readValue(parameter, text)
  if ('problem' in read) return read
  if (read.value === (parameter.value ?? null)) return parameter
  const { value, options } = read
  return { ...parameter, value, ...(options === undefined ? {} : { options }) }
}

/** Merges a row into an existing requirement. Only mapped columns whose cells differ change it. */
export const changeContent = (
  definition: Definition,
  columns: readonly ParameterColumn[],
  textOf: (column: number) => string,
): ContentChange => {
  const labels = parameterLabels(definition)
  const mapped = new Set(columns.map((column) => labelKey(column.label)))
  const before = definition.contentConfiguration.parameters
  // The id of a new field, which is also its key, must differ from all ids and keys.
  const taken = new Set(
    everyParameter([...before, ...definition.suppliersCommitment.parameters]).flatMap(
      ({ id, key }) => [id, key],
    ),
  )
  let after = before
  const changed: string[] = []
  const problems: CellProblem[] = []
  const columnOf = new Map<string, number>()
  for (const column of columns) {
    const text = textOf(column.column)
    const present =
      labels.get(labelKey(column.label))?.parameter ??
      severalOf(column, before) ??
      (text === '' ? undefined : renamedDescription(column, definition, mapped))
    if (present === undefined && text === '') continue
    const next =
      present === undefined
        ? filledParameter({ ...column, id: freeId(column.id, taken) }, text)
        : refilled(present, text)
    if (next === present) continue
    if (isSpreadsheetError(text)) problems.push({ column: column.column, code: 'cellError' })
    else if ('problem' in next) {
      const { problem: code, max } = next
      problems.push({ column: column.column, code, ...(max === undefined ? {} : { max }) })
    } else if (present === undefined && after.length >= FIELD_LIMITS.parameters) {
      problems.push({ column: column.column, code: 'tooManyFields', max: FIELD_LIMITS.parameters })
    } else {
      changed.push(column.label)
      if (present === undefined) {
        for (const { id } of everyParameter([next])) taken.add(id)
        after = [...after, next]
      } else {
        columnOf.set(present.id, column.column)
        after = replaceParameter(after, present.id, next)
      }
    }
  }
  if (columnOf.size > 0) {
    const merged = { ...definition, contentConfiguration: { parameters: after } }
    for (const { parameterId, code, detail } of contentProblems(merged, definition))
      problems.push({
        column: columnOf.get(parameterId) ?? 0,
        code: 'breaksRule',
        rule: { code, detail },
      })
  }
  const parameters = Object.fromEntries(
    after.filter((one) => !before.includes(one)).map((one) => [one.id, one]),
  )
  return { parameters, changed, problems }
}
