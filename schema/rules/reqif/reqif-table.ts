import type { Parameter } from '../../entities/parameter.ts'
import { cleanText, type Cell } from '../excel/excel-rows-cells.ts'
import {
  DEFAULT_SECTION,
  type ImportField,
  type ImportMapping,
} from '../excel/excel-rows-mapping.ts'
import type { ExistingRequirement } from '../excel/excel-rows-plan.ts'
import { labelKey, parameterLabels, valueCell } from '../excel/excel-rows-values.ts'
import { parseDefinition } from '../definition/parameters.ts'
import type { CheckedReqif } from './check-reqif.ts'
import { choiceNames, type ReqifColumn, type ReqifRole, valueText } from './reqif-columns.ts'
import type { PlacedObject, ReqifDocument } from './reqif-documents.ts'
import type { ReqifObject, ReqifValue } from './reqif-model.ts'
import { isKeptLabel, isOwnType, KEPT, ownAttribute } from './reqif-names.ts'
import { PARENT, parentsOf } from './reqif-parents.ts'
import { keptPlace, PLACE } from './reqif-places.ts'
import { areSameRelations, relationLine } from './reqif-relations.ts'
import { currentSource, plainSource, readSources, sourcesText } from './reqif-source.ts'
import { filesOf } from './xhtml.ts'

export interface ReqifTable {
  /** Row 1 holds the names of the columns. */
  rows: Cell[][]
  mapping: ImportMapping
  /** Paths of the files that the object of a row names, by row from 1. */
  files: ReadonlyMap<number, readonly string[]>
}
export interface ReqifTableInput {
  checked: CheckedReqif
  document: ReqifDocument
  columns: readonly ReqifColumn[]
  /** By column. */
  roles: readonly ReqifRole[]
  /** The requirements of the document that the import goes to. */
  existing: readonly ExistingRequirement[]
}

type FieldRole = Exclude<ReqifRole, 'ignore' | 'name' | 'answer'>
const FIELDS: Record<FieldRole, (column: ReqifColumn) => ImportField> = {
  text: () => ({ type: 'INPUT', inputType: 'text' }),
  longText: () => ({ type: 'TEXTAREA' }),
  number: () => ({ type: 'INPUT', inputType: 'number' }),
  date: () => ({ type: 'DATE_PICKER' }),
  tick: () => ({ type: 'CHECKBOX' }),
  select: ({ options }) => ({ type: 'SELECTBOX', options }),
  // The model has no field of several choices: each line is one, and the options stay with it.
  choices: ({ options }) => ({ type: 'TEXTAREA', options }),
}
const TAKEN = new Set(['statement', 'how', 'description'])
const idOf = ({ attributes }: ReqifColumn): { id?: string } => {
  const id = attributes[0]?.id ?? ''
  return id !== '' && id.length <= 90 && !TAKEN.has(id) ? { id } : {}
}
const isFieldRole = (role: ReqifRole): role is FieldRole =>
  role !== 'ignore' && role !== 'name' && role !== 'answer'

/** An attribute that the vendor fills in. */
const answerOf = (column: ReqifColumn): Parameter => {
  const fits = column.roles.find(isFieldRole) ?? 'longText'
  const { id = `r-${labelKey(column.label).slice(0, 90)}` } = idOf(column)
  const field = FIELDS[fits === 'text' || fits === 'choices' ? 'longText' : fits](column)
  return { id, key: id, name: column.label, ...field }
}

interface Found {
  id: string
  /** What finds the requirement in the plan of an import. */
  cell: string
  fields: ReadonlyMap<string, { parameter: Parameter }>
}
/** Finds requirements by the identifiers that an export gives them. */
const lookup = (existing: readonly ExistingRequirement[]): ((id: string) => Found | null) => {
  const bySource = new Map<string, ExistingRequirement | null>()
  const byId = new Map<string, ExistingRequirement>()
  for (const one of existing) {
    byId.set(`_${one.id}`, one)
    if (one.sourceId !== null) bySource.set(one.sourceId, bySource.has(one.sourceId) ? null : one)
  }
  return (id) => {
    const found = byId.get(id) ?? bySource.get(id)
    if (found == null) return null
    const fields = parameterLabels(parseDefinition(found.definition))
    return { id: found.id, cell: found.fullId ?? found.id, fields }
  }
}
const storedText = (found: Found | null, label: string): string => {
  const parameter = found?.fields.get(labelKey(label))?.parameter
  return parameter === undefined ? '' : cleanText(valueCell(parameter))
}

interface RowParts {
  input: ReqifTableInput
  names: ReadonlyMap<string, string>
  columnOf: ReadonlyMap<string, number>
  typeNames: ReadonlyMap<string, string>
  relations: ReadonlyMap<string, string[]>
  find: (id: string) => Found | null
  /** The parents of the existing requirements, by id. */
  parents: ReadonlyMap<string, string>
  /** The ids of the existing requirements that the document of the file has. */
  there: ReadonlySet<string>
  /** Attributes of other exports that hold relations as text. */
  relationTexts: ReadonlySet<string>
}

const firstLine = (text: string): string => text.split('\n')[0] ?? ''

interface NamedObject {
  object: ReqifObject
  cells: readonly string[]
  found: Found | null
}
const nameOf = ({ object, cells, found: known }: NamedObject, parts: RowParts): string => {
  const { checked, columns, roles } = parts.input
  const text = (isWanted: (value: ReqifValue) => boolean): string => {
    const value = object.values.find((one) => !checked.bad.has(one) && isWanted(one))
    return value === undefined ? '' : valueText(value, parts.names)
  }
  const named = (label: string) => cells[columns.findIndex((one) => labelKey(one.label) === label)]
  const given = text(({ attributeId }) => ownAttribute(attributeId) === 'name')
  // A name that an import took from the text follows the text that another tool changes.
  const derived = firstLine(storedText(known, 'ReqIF.Text'))
  const own = (name: string): string => (name === derived ? '' : name)
  const found = [
    own(given),
    cells[roles.indexOf('name')],
    own(object.name),
    named('reqif.chaptername'),
    firstLine(named('reqif.text') ?? ''),
    given,
    cells.find((cell, at) => cell !== '' && columns[at]?.attributes[0]?.kind !== 'ENUMERATION'),
    object.id,
  ].find((one) => one !== undefined && one !== '')
  const name = found ?? ''
  return name.length <= 2_000 ? name : `${name.slice(0, 1_999)}…`
}

/** Whether the file places the requirement below the parent that it has. */
const isParentKept = (parent: string | null, found: Found, parts: RowParts): boolean => {
  const known = parts.parents.get(found.id)
  if (parent !== null) return known !== undefined && parts.find(parent)?.id === known
  // A file without the parent says nothing about it.
  return known === undefined || !parts.there.has(known)
}

/** What the file says beyond the texts; the stored field where it says the same. */
const sourceOf = (
  { object, parent, place }: PlacedObject,
  found: Found | null,
  parts: RowParts,
): string => {
  const { columns, roles, checked } = parts.input
  const stored = storedText(found, KEPT.source)
  const known = readSources(stored)
  const next = new Map(known)
  let isSame = found !== null
  const written = new Map(
    object.values.map((value) => [parts.columnOf.get(value.attributeId), value]),
  )
  for (const [at, { label, attributes }] of columns.entries()) {
    const value = written.get(at)
    const kind = value?.kind ?? attributes[0]?.kind ?? 'STRING'
    if (!isFieldRole(roles[at] ?? 'ignore') || (kind !== 'XHTML' && kind !== 'DATE')) continue
    const isThere = value !== undefined && !checked.bad.has(value)
    const text = isThere ? valueText(value, parts.names) : ''
    const raw = isThere && text !== '' ? value.raw.trim() : ''
    if (raw !== currentSource(kind, storedText(found, label), known.get(label))) isSame = false
    if (raw === plainSource(kind, text)) next.delete(label)
    else next.set(label, raw)
  }
  if (found === null || !isParentKept(parent, found, parts)) {
    isSame = false
    if (parent === null) next.delete(PARENT)
    else next.set(PARENT, parent)
  }
  const kept = keptPlace({ place, known: known.get(PLACE), isNew: found === null })
  if (kept !== undefined) next.set(PLACE, kept)
  return isSame ? stored : sourcesText(next)
}

const rowOf = (placed: PlacedObject, found: Found | null, parts: RowParts) => {
  const { object, section } = placed
  const { columns, roles, checked } = parts.input
  const cells = columns.map(() => '')
  const texts: string[] = [...(parts.relations.get(object.id) ?? [])]
  for (const value of object.values) {
    if (checked.bad.has(value)) continue
    const at = parts.columnOf.get(value.attributeId)
    if (parts.relationTexts.has(value.attributeId)) texts.unshift(valueText(value, parts.names))
    if (at === undefined) continue
    // The number that an export gave, under an identifier of another tool.
    const isNumber = labelKey(columns[at]?.label ?? '') === 'reqif.foreignid'
    if (isNumber && valueText(value, parts.names) === found?.cell) continue
    const isWhole = value.kind === 'DATE' && roles[at] !== 'date'
    cells[at] = isWhole ? value.raw.trim() : valueText(value, parts.names)
  }
  const relations = texts.join('\n')
  const stored = storedText(found, KEPT.relations)
  const isKnown = found !== null && areSameRelations(stored, relations)
  return [
    found?.cell ?? object.id,
    section,
    nameOf({ object, cells, found }, parts),
    ...cells.filter((_, at) => isFieldRole(roles[at] ?? 'ignore')),
    isOwnType(object.typeId) ? '' : (parts.typeNames.get(object.typeId) ?? ''),
    isKnown ? stored : relations,
    sourceOf(placed, found, parts),
  ]
}

const partsOf = (input: ReqifTableInput): RowParts => {
  const { checked, columns, document, existing } = input
  const { types, relations } = checked.reqif
  const find = lookup(existing)
  const typeNames = new Map(types.map(({ id, name }) => [id, cleanText(name) || id]))
  const lines = new Map<string, string[]>()
  for (const { id, source, target, typeId } of relations) {
    if (!checked.objects.has(source) || !checked.objects.has(target)) continue
    const type = (typeNames.get(typeId) ?? 'relates').replace(/\s+/g, ' ')
    const known = lines.get(source)
    const line = relationLine({ type, target, id })
    if (known === undefined) lines.set(source, [line])
    else known.push(line)
  }
  const attributes = [...checked.attributes.values()]
  return {
    ...{ input, typeNames, relations: lines, names: choiceNames(checked) },
    ...{ find, parents: parentsOf(existing) },
    there: new Set(document.objects.flatMap(({ object }) => find(object.id)?.id ?? [])),
    columnOf: new Map(columns.flatMap((one, at) => one.attributes.map(({ id }) => [id, at]))),
    relationTexts: new Set(
      attributes.flatMap(({ id, name }) =>
        name === KEPT.relations && isKeptLabel(name) ? [id] : [],
      ),
    ),
  }
}

/** A document of a ReqIF file as a table that the import of spreadsheets plans and writes. */
export const reqifTable = (input: ReqifTableInput): ReqifTable => {
  const { checked, document, columns, roles } = input
  const parts = partsOf(input)
  const rows = document.objects.map((placed) => rowOf(placed, parts.find(placed.object.id), parts))
  const chosen = columns.flatMap((column, at) => {
    const role = roles[at] ?? 'ignore'
    return isFieldRole(role)
      ? [{ label: column.label, field: { ...FIELDS[role](column), ...idOf(column) } }]
      : []
  })
  const used = new Set(document.objects.map(({ object }) => object.typeId))
  const options = checked.reqif.types
    .filter(({ id, of }) => of === 'object' && used.has(id) && !isOwnType(id) && id.length <= 100)
    .map(({ id }) => ({ id, label: (parts.typeNames.get(id) ?? id).slice(0, 100) }))
    .map(({ id, label }) => ({ key: id, label, value: label }))
  const kept = [
    { label: KEPT.type, field: { type: 'SELECTBOX', options, id: 'reqif-type' } as const },
    { label: KEPT.relations, field: { type: 'TEXTAREA', id: 'reqif-relations' } as const },
    { label: KEPT.source, field: { type: 'TEXTAREA', hidden: true, id: 'reqif-source' } as const },
  ]
  const fields = [...chosen, ...kept]
  return {
    rows: [['ID', 'Section', 'Requirement', ...fields.map(({ label }) => label)], ...rows],
    mapping: {
      columns: ['id', 'section', 'name', ...fields.map(() => 'longText' as const)],
      sectionFrom: 'columns',
      defaultSection: DEFAULT_SECTION,
      fields: Object.fromEntries(fields.map(({ field }, at) => [at + 3, field])),
      answers: columns.flatMap((column, at) => (roles[at] === 'answer' ? [answerOf(column)] : [])),
      emptySections: document.emptySections.map(({ before, name }) => ({ row: before + 2, name })),
      lines: [1, ...document.objects.map(({ object }) => object.line)],
    },
    files: new Map(
      document.objects.map(({ object }, at) => [
        at + 2,
        [
          ...new Set(
            object.values.flatMap(({ kind, raw }) => (kind === 'XHTML' ? filesOf(raw) : [])),
          ),
        ],
      ]),
    ),
  }
}
