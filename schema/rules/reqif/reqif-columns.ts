import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import type { ParameterOption } from '../../entities/parameter.ts'
import { cleanText } from '../excel/excel-rows-cells.ts'
import { labelKey } from '../excel/excel-rows-values.ts'
import type { CheckedReqif } from './check-reqif.ts'
import {
  REQIF_LIMITS,
  type ReqifAttribute,
  type ReqifObject,
  type ReqifValue,
} from './reqif-model.ts'
import { isKeptLabel, ownAttribute } from './reqif-names.ts'
import { xhtmlText } from './xhtml.ts'

/** What an attribute becomes. */
export const REQIF_ROLES = [
  'ignore',
  'name',
  'text',
  'longText',
  'number',
  'date',
  'tick',
  'select',
  'choices',
  'answer',
] as const
export type ReqifRole = (typeof REQIF_ROLES)[number]
export const isReqifRole = (role: string): role is ReqifRole =>
  (REQIF_ROLES as readonly string[]).includes(role)

/** The attributes of all types that share a name. */
export interface ReqifColumn {
  label: string
  attributes: readonly ReqifAttribute[]
  options: ParameterOption[]
  isMulti: boolean
  filled: number
  samples: string[]
  /** The roles that its values fit. */
  roles: readonly ReqifRole[]
  /** What it becomes unless the person chooses otherwise. */
  role: ReqifRole
}

const SAMPLES = 3
const NAMES = ['reqif.name', 'name', 'title', 'object heading', 'summary', 'headline']
/** The supplier's columns of the customer–supplier exchange are asked, not told. */
const isSupplierColumn = (label: string): boolean => /^(?:his[:.])?supplier[ .:_]?\w*/i.test(label)

/** The choices of a value by name; names stand for the values of an enumeration in cells. */
export const choiceNames = (checked: CheckedReqif): Map<string, string> =>
  new Map(
    checked.reqif.datatypes.flatMap(({ values }) =>
      values.map(({ id, name }) => [id, cleanText(name) || id] as const),
    ),
  )

// Guess, table and headings read the same long texts.
const markupTexts = new WeakMap<ReqifValue, string>()
const markupText = (value: ReqifValue): string => {
  const known = markupTexts.get(value)
  if (known !== undefined) return known
  const text = xhtmlText(value.raw)
  markupTexts.set(value, text)
  return text
}

/** The text of a value as a cell of a table shows it. */
export const valueText = (value: ReqifValue, names: ReadonlyMap<string, string>): string => {
  const raw = value.raw.trim()
  switch (value.kind) {
    case 'BOOLEAN':
      return raw === 'true' || raw === '1' ? 'Yes' : 'No'
    case 'INTEGER':
    case 'REAL':
      return raw
        .replace(/^\+/, '')
        .replace(/^(-?)\./, '$10.')
        .replace(/\.(?=e|$)/i, '')
    case 'DATE':
      return raw.slice(0, 10)
    case 'ENUMERATION':
      return value.refs.map((ref) => names.get(ref) ?? ref).join('\n')
    case 'STRING':
      return cleanText(value.raw)
    case 'XHTML':
      return markupText(value)
    default:
      return value.kind satisfies never
  }
}

const rolesOf = (attributes: readonly ReqifAttribute[], isMulti: boolean): ReqifRole[] => {
  const kinds = new Set(attributes.map(({ kind }) => kind))
  const [only = 'XHTML'] = kinds
  if (kinds.size > 1) return ['longText', 'text']
  switch (only) {
    case 'BOOLEAN':
      return ['tick', 'text']
    case 'INTEGER':
    case 'REAL':
      return ['number', 'text']
    case 'DATE':
      return ['date', 'text']
    case 'ENUMERATION':
      return isMulti ? ['choices', 'longText'] : ['select', 'text']
    case 'STRING':
      return ['text', 'longText']
    case 'XHTML':
      return ['longText', 'text']
    default:
      return only satisfies never
  }
}

const optionsOf = (
  attributes: readonly ReqifAttribute[],
  { reqif }: CheckedReqif,
): ParameterOption[] => {
  const ids = new Set(attributes.map(({ datatypeId }) => datatypeId))
  const options = new Map<string, ParameterOption>()
  for (const { id, kind, values } of reqif.datatypes) {
    if (!ids.has(id) || kind !== 'ENUMERATION') continue
    for (const one of values) {
      const label = cleanText(one.name) || one.id
      if (label !== '' && label.length <= 100 && one.id.length <= 100 && options.size < 200)
        if (!options.has(label)) options.set(label, { key: one.id, label, value: label })
    }
  }
  return [...options.values()]
}

/** Groups the attributes of the used types by name; equal names in one type are numbered. */
const groups = (
  { reqif }: CheckedReqif,
  typeIds: ReadonlySet<string>,
): Map<string, { label: string; attributes: ReqifAttribute[] }> => {
  const found = new Map<string, { label: string; attributes: ReqifAttribute[] }>()
  for (const type of reqif.types) {
    if (type.of !== 'object' || !typeIds.has(type.id)) continue
    const counts = new Map<string, number>()
    const taken = new Set<string>()
    for (const attribute of type.attributes) {
      if (ownAttribute(attribute.id) !== null || isKeptLabel(attribute.name)) continue
      const name = cleanText(attribute.name).slice(0, 500).trim() || attribute.id.slice(0, 480)
      let count = (counts.get(labelKey(name)) ?? 0) + 1
      let label = count === 1 ? name : `${name} (${count})`
      for (; taken.has(labelKey(label)); label = `${name} (${count})`) count += 1
      counts.set(labelKey(name), count)
      taken.add(labelKey(label))
      const known = found.get(labelKey(label))
      if (known === undefined) found.set(labelKey(label), { label, attributes: [attribute] })
      else known.attributes.push(attribute)
    }
  }
  return found
}

/** Numbers over 15 digits, and the like, are no numbers of the product. */
const fits = (role: 'number' | 'text', text: string): boolean =>
  role === 'number'
    ? Math.abs(Number(text)) <= FIELD_LIMITS.parameterNumber
    : !text.includes('\n') && text.length <= 200

interface Filled {
  count: number
  samples: Set<string>
  unfit: Set<ReqifRole>
}

const guess = (
  { label, attributes }: { label: string; attributes: ReqifAttribute[] },
  roles: readonly ReqifRole[],
  { count, unfit }: Filled,
): ReqifRole => {
  const key = labelKey(label)
  if (isSupplierColumn(label)) return 'answer'
  if (count === 0 || key === 'reqif.chaptername') return 'ignore'
  const [first = 'text', second = 'text'] = roles
  if (attributes[0]?.kind === 'STRING') return unfit.has('text') ? 'longText' : 'text'
  return unfit.has(first) ? second : first
}

/** More fields than a requirement can have are left for the person to choose. */
const limitFields = (columns: readonly ReqifColumn[]): void => {
  const fields = columns.filter(({ role }) => role !== 'ignore' && role !== 'answer')
  for (const column of fields.slice(REQIF_LIMITS.fields)) column.role = 'ignore'
}

/** The columns of a list of objects, with what each is likely to become. */
export const reqifColumns = (
  checked: CheckedReqif,
  objects: readonly ReqifObject[],
): ReqifColumn[] => {
  const names = choiceNames(checked)
  const found = [...groups(checked, new Set(objects.map(({ typeId }) => typeId))).values()]
  const byAttribute = new Map<string, Filled>()
  const filled = found.map(({ attributes }) => {
    const one: Filled = { count: 0, samples: new Set(), unfit: new Set() }
    for (const { id } of attributes) byAttribute.set(id, one)
    return one
  })
  for (const { values } of objects)
    for (const value of values) {
      const column = byAttribute.get(value.attributeId)
      if (column === undefined || checked.bad.has(value)) continue
      const text = valueText(value, names)
      if (text === '') continue
      column.count += 1
      if (column.samples.size < SAMPLES) column.samples.add(text.slice(0, 120))
      for (const role of ['number', 'text'] as const) if (!fits(role, text)) column.unfit.add(role)
    }
  const columns = found.map((group, at): ReqifColumn => {
    const isMulti = group.attributes.some((attribute) => attribute.isMulti)
    const roles = rolesOf(group.attributes, isMulti)
    const facts = filled[at] ?? { count: 0, samples: new Set(), unfit: new Set() }
    return {
      ...group,
      isMulti,
      options: optionsOf(group.attributes, checked),
      filled: facts.count,
      samples: [...facts.samples],
      roles: ['ignore', 'name', ...roles, 'answer'],
      role: guess(group, roles, facts),
    }
  })
  const name = NAMES.map((one) => columns.findIndex(({ label }) => labelKey(label) === one)).find(
    (at) => at !== -1 && (columns[at]?.filled ?? 0) > 0,
  )
  limitFields(columns)
  const used = new Set(objects.map(({ typeId }) => typeId))
  const isOwn = checked.reqif.types.some(
    ({ id, attributes }) =>
      used.has(id) && attributes.some((one) => ownAttribute(one.id) === 'name'),
  )
  // Names in the product's own attribute need no column.
  if (isOwn) return columns
  return columns.map((column, at) => (at === name ? { ...column, role: 'name' } : column))
}
