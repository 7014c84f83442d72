import type { Parameter } from '../../entities/parameter.ts'
import { cleanText } from '../excel/excel-rows-cells.ts'
import { labelKey, parameterLabels, valueCell } from '../excel/excel-rows-values.ts'
import { parseDefinition } from '../definition/parameters.ts'
import { isKeptLabel, isXmlId } from './reqif-names.ts'
import type { ReqifKind } from './reqif-model.ts'

/** A field of the requirements that becomes an attribute. */
export interface WrittenField {
  label: string
  /** The id of the field, which is that of the attribute it came from. */
  id: string
  kind: ReqifKind
  isMulti: boolean
  /** The choices by name, with the identifiers that they came with. */
  choices: Map<string, string>
}

/** The fields of a requirement with their texts, by the key of the label. */
export const fieldTexts = (definition: string): Map<string, { label: string; text: string }> =>
  new Map(
    [...parameterLabels(parseDefinition(definition))].map(([key, { label, parameter }]) => [
      key,
      { label, text: cleanText(valueCell(parameter)) },
    ]),
  )

const kindOf = ({ type, inputType, options = [] }: Parameter): ReqifKind => {
  switch (type) {
    case 'TEXTAREA':
      return options.length > 0 ? 'ENUMERATION' : 'XHTML'
    case 'DATE_PICKER':
      return 'DATE'
    case 'INPUT':
      return inputType === 'number' ? 'INTEGER' : 'STRING'
    case 'CHECKBOX':
    case 'FLAG':
      return 'BOOLEAN'
    case 'SELECTBOX':
    case 'RADIO':
      return 'ENUMERATION'
    default:
      return type satisfies never
  }
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && Number.isFinite(Date.parse(`${text}T00:00:00Z`))

/** Whether a value can be written as its kind and is read back as the same text. */
const fits = (kind: ReqifKind, { type, value, options = [] }: Parameter, text: string): boolean => {
  if (text === '') return true
  switch (kind) {
    case 'BOOLEAN':
      return typeof value === 'boolean'
    case 'INTEGER':
    case 'REAL':
      return typeof value === 'number'
    case 'DATE':
      return isDay(text)
    case 'ENUMERATION':
      return type === 'TEXTAREA'
        ? text.split('\n').every((line) => options.some(({ label }) => cleanText(label) === line))
        : !text.includes('\n')
    case 'STRING':
    case 'XHTML':
      return true
    default:
      return kind satisfies never
  }
}

/** The kind that takes the values of both. */
const wider = (some: ReqifKind, other: ReqifKind): ReqifKind => {
  if (some === other) return some
  const both = new Set([some, other])
  if (both.has('INTEGER') && both.has('REAL')) return 'REAL'
  return both.has('XHTML') ? 'XHTML' : 'STRING'
}

const addChoices = (field: WrittenField, { type, options = [] }: Parameter, text: string): void => {
  for (const { key, label } of options) {
    const name = cleanText(label)
    if (name !== '' && !name.includes('\n') && !field.choices.has(name))
      field.choices.set(name, key)
  }
  const chosen = type === 'TEXTAREA' ? text.split('\n') : [text]
  for (const name of chosen)
    if (name !== '' && !field.choices.has(name)) field.choices.set(name, '')
}

const addField = (fields: Map<string, WrittenField>, label: string, parameter: Parameter): void => {
  const text = cleanText(valueCell(parameter))
  const ideal = kindOf(parameter)
  const whole = ideal === 'INTEGER' && !/^-?\d*$/.test(text) ? 'REAL' : ideal
  const isMulti = parameter.type === 'TEXTAREA'
  const loose = isMulti || text.includes('\n') ? 'XHTML' : 'STRING'
  const kind = fits(whole, parameter, text) ? whole : loose
  const key = labelKey(label)
  const known = fields.get(key)
  const isOther = kind === 'ENUMERATION' && known?.kind === kind && known.isMulti !== isMulti
  const field: WrittenField = known ?? {
    label,
    id: parameter.id,
    kind,
    isMulti,
    choices: new Map(),
  }
  if (known !== undefined) field.kind = isOther ? 'XHTML' : wider(known.kind, kind)
  fields.set(key, field)
  if (kind === 'ENUMERATION') addChoices(field, parameter, text)
}

/** The fields that the requirements have, in order, each with one kind that takes all its values. */
export const writtenFields = (definitions: readonly string[]): Map<string, WrittenField> => {
  const fields = new Map<string, WrittenField>()
  for (const definition of definitions)
    for (const { label, parameter } of parameterLabels(parseDefinition(definition)).values())
      if (!isKeptLabel(label)) addField(fields, label, parameter)
  return fields
}

/** Hands out identifiers that differ in the whole file. */
export const idBook = (taken: Iterable<string>) => {
  const used = new Set(taken)
  // Where to count on, so that many equal wishes do not take quadratic time.
  const counts = new Map<string, number>()
  const take = (wanted: string, otherwise: string): string => {
    const base = isXmlId(wanted) ? wanted : otherwise
    let id = base
    let count = counts.get(base) ?? 1
    for (; used.has(id); id = `${base}-${count}`) count += 1
    counts.set(base, count)
    used.add(id)
    return id
  }
  /** Whether an identifier of a file can be used; `tb-` is for the product's own. */
  const isFree = (id: string): boolean => isXmlId(id) && !id.startsWith('tb-') && !used.has(id)
  return Object.assign(take, { isFree })
}
export type TakeId = ReturnType<typeof idBook>
