import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import type { Definition, Parameter, ParameterOption } from '../../entities/parameter.ts'
import {
  type CellRows,
  sheetCellText,
  cleanText,
  firstDataRow,
  headerText,
  isSpreadsheetError,
} from './excel-rows-cells.ts'
import {
  type ImportField,
  type ImportMapping,
  isParameterRole,
  type ParameterRole,
} from './excel-rows-mapping.ts'
import { type ContentProblem, contentProblems } from '../definition/content-validation.ts'
import { everyParameter } from '../definition/parameters.ts'
import {
  labelKey,
  MAX_OPTIONS,
  parameterLabels,
  readValue,
  type CellValueProblem,
  valueCell,
} from './excel-rows-values.ts'

/** A column that becomes a parameter of the content. */
export interface ParameterColumn {
  column: number
  role: ParameterRole
  label: string
  /** Id and key of the parameter in requirements that do not have it. */
  id: string
  options: ParameterOption[]
  /** The field as the file describes it; absent = the role says it. */
  field?: ImportField | undefined
}

export interface CellProblem {
  column: number
  code: CellValueProblem | 'cellError' | 'tooManyFields' | 'breaksRule'
  max?: number | undefined
  /** The rule of the field that the value breaks. */
  rule?: Pick<ContentProblem, 'code' | 'detail'>
}

const slug = (label: string): string => {
  const letters = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return `c-${letters.slice(0, 60) || 'column'}`
}

const freeId = (wanted: string, taken: ReadonlySet<string>): string => {
  let id = wanted
  for (let count = 2; taken.has(id); count += 1) id = `${wanted}-${count}`
  return id
}

const distinctOptions = (rows: CellRows, headerRow: number, column: number): ParameterOption[] => {
  const texts = new Set<string>()
  for (
    let row = firstDataRow(headerRow);
    row <= rows.length && texts.size < MAX_OPTIONS;
    row += 1
  ) {
    const text = sheetCellText(rows, row, column)
    if (text !== '' && text.length <= 100 && !isSpreadsheetError(text)) texts.add(text)
  }
  return [...texts].map((text) => ({ key: text, label: text, value: text }))
}

export const parameterColumns = (
  rows: CellRows,
  headerRow: number,
  mapping: ImportMapping,
): ParameterColumn[] => {
  const ids = new Set<string>()
  const labels = new Set<string>()
  return mapping.columns.flatMap((role, column) => {
    if (!isParameterRole(role)) return []
    const header = headerText(rows, headerRow, column)
    let label = header
    for (let count = 2; labels.has(labelKey(label)); count += 1) label = `${header} (${count})`
    labels.add(labelKey(label))
    const field = mapping.fields?.[column]
    const id = freeId(field?.id ?? (role === 'description' ? 'description' : slug(label)), ids)
    ids.add(id)
    return [
      {
        column,
        role,
        label,
        id,
        field,
        options: role === 'select' ? distinctOptions(rows, headerRow, column) : [],
      },
    ]
  })
}

const CONTROLS: Record<
  ParameterRole,
  (column: ParameterColumn) => Pick<Parameter, 'type' | 'inputType' | 'options'>
> = {
  description: () => ({ type: 'TEXTAREA' }),
  longText: () => ({ type: 'TEXTAREA' }),
  text: () => ({ type: 'INPUT', inputType: 'text' }),
  select: ({ options }) => ({ type: 'SELECTBOX', options }),
}

const newParameter = (column: ParameterColumn): Parameter => {
  const { id: _id, ...field } = (column.field ?? CONTROLS[column.role](column)) as ImportField
  return { id: column.id, key: column.id, name: column.label, ...field }
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
      const parameter = newParameter(column)
      const read = readValue(parameter, text)
      if ('problem' in read)
        problems.push({ column: column.column, code: read.problem, max: read.max })
      else parameters.push({ ...parameter, value: read.value })
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
    const labelled = labels.get(labelKey(column.label))?.parameter
    const parameter =
      labelled ?? (text === '' ? undefined : renamedDescription(column, definition, mapped))
    if (parameter === undefined ? text === '' : cleanText(valueCell(parameter)) === text) continue
    const target = parameter ?? newParameter(column)
    const read = isSpreadsheetError(text)
      ? ({ problem: 'cellError' } as const)
      : readValue(target, text)
    if ('problem' in read) {
      problems.push({
        column: column.column,
        code: read.problem,
        ...('max' in read ? { max: read.max } : {}),
      })
    } else if (parameter === undefined && after.length >= FIELD_LIMITS.parameters) {
      problems.push({ column: column.column, code: 'tooManyFields', max: FIELD_LIMITS.parameters })
    } else if (parameter === undefined) {
      const id = freeId(column.id, taken)
      taken.add(id)
      after = [...after, { ...target, id, key: id, value: read.value }]
      changed.push(column.label)
    } else if (read.value !== (parameter.value ?? null)) {
      columnOf.set(parameter.id, column.column)
      after = replaceParameter(after, parameter.id, {
        ...parameter,
        value: read.value,
        ...(read.options === undefined ? {} : { options: read.options }),
      })
      changed.push(column.label)
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
