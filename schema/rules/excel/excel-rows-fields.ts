import type { Parameter, ParameterOption } from '../../entities/parameter.ts'
import { isLink, LINK_PATTERN } from './cell-details.ts'
import {
  type CellRows,
  cleanText,
  firstDataRow,
  headerText,
  isSpreadsheetError,
  sheetCellText,
} from './excel-rows-cells.ts'
import {
  type ImportField,
  type ImportMapping,
  isParameterRole,
  type ParameterRole,
} from './excel-rows-mapping.ts'
import { MAX_SEVERAL, partsOf, tickChoices } from './excel-rows-several.ts'
import { labelKey, MAX_OPTIONS, readValue, type ReadValue } from './excel-rows-values.ts'

/** A column that becomes a parameter of the content. */
export interface ParameterColumn {
  column: number
  role: ParameterRole
  label: string
  /** Id and key of the parameter in requirements that do not have it. */
  id: string
  options: ParameterOption[]
  /** The options of a field that takes several. */
  choices: readonly string[]
  /** The field as the file describes it; absent = the role says it. */
  field?: ImportField | undefined
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

export const freeId = (wanted: string, taken: ReadonlySet<string>): string => {
  let id = wanted
  for (let count = 2; taken.has(id); count += 1) id = `${wanted}-${count}`
  return id
}

/** The options of a choice: those that the workbook offers, then those that only cells have. */
const distinctOptions = (
  rows: CellRows,
  headerRow: number,
  { column, offered }: { column: number; offered: readonly string[] },
): ParameterOption[] => {
  const texts = new Set(offered.map(cleanText).filter((text) => text !== '' && text.length <= 100))
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

const severalOptions = (
  rows: CellRows,
  headerRow: number,
  { column, offered }: { column: number; offered: readonly string[] },
): string[] => {
  const texts = new Set(offered)
  for (let row = firstDataRow(headerRow); row <= rows.length && texts.size < MAX_SEVERAL; row += 1)
    for (const part of partsOf(sheetCellText(rows, row, column))) texts.add(part)
  return [...texts].slice(0, MAX_SEVERAL)
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
    const source = { column, offered: mapping.choices?.[column] ?? [] }
    return [
      {
        ...{ column, role, label, id, field },
        options: role === 'select' ? distinctOptions(rows, headerRow, source) : [],
        choices: role === 'several' ? severalOptions(rows, headerRow, source) : [],
      },
    ]
  })
}

const CONTROLS: Record<
  ParameterRole,
  (
    column: ParameterColumn,
  ) => Pick<Parameter, 'type' | 'inputType' | 'options' | 'validations' | 'isGroup'>
> = {
  description: () => ({ type: 'TEXTAREA' }),
  longText: () => ({ type: 'TEXTAREA' }),
  text: () => ({ type: 'INPUT', inputType: 'text' }),
  select: ({ options }) => ({ type: 'SELECTBOX', options }),
  several: () => ({ type: 'INPUT', isGroup: true }),
  number: () => ({ type: 'INPUT', inputType: 'number' }),
  date: () => ({ type: 'DATE_PICKER' }),
  yesNo: () => ({ type: 'CHECKBOX' }),
  link: () => ({
    type: 'INPUT',
    inputType: 'text',
    validations: [{ kind: 'regex', value: LINK_PATTERN }],
  }),
}

const newParameter = (column: ParameterColumn): Parameter => {
  const { id: _id, ...field } = (column.field ?? CONTROLS[column.role](column)) as ImportField
  return { id: column.id, key: column.id, name: column.label, ...field }
}

/** The new parameter of a cell that is not empty. */
export const filledParameter = (
  column: ParameterColumn,
  text: string,
): Parameter | Extract<ReadValue, { problem: string }> => {
  const parameter = newParameter(column)
  if (column.role === 'several') return tickChoices(parameter, { text, options: column.choices })
  const read = readValue(parameter, text)
  if ('problem' in read) return read
  // A cell may say why there is no link; only an address is held to be one.
  const { validations: _none, ...plain } = parameter
  const isText = column.role === 'link' && !isLink(text)
  return { ...(isText ? plain : parameter), value: read.value }
}
