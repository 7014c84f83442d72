import type { Cell } from '../excel/excel-rows-cells.ts'
import {
  cellOf,
  namedBy,
  sectionOf,
  tableOf,
  type TextRecord,
  type TextTable,
} from './text-table.ts'
import { field, isObject, plain, textIn, type TextObject, type TextValue } from './text-value.ts'

/** Fields that name, place or lay out a need, and say nothing of it. */
const OWN = new Set([
  ...['id', 'title', 'description', 'content', 'full_title', 'docname', 'doctype', 'lineno'],
  ...['section_name', 'sections', 'parts', 'id_complete', 'id_parent', 'is_need', 'is_part'],
  ...['layout', 'style', 'template', 'pre_template', 'post_template', 'signature', 'hidden'],
  ...['is_external', 'external_css', 'external_url', 'type_color', 'type_prefix', 'type_style'],
])

const lastPart = (path: string): string => path.split('/').at(-1) ?? ''

const recordOf = (need: TextObject, documents: ReadonlyMap<string, string>): TextRecord => {
  const text = textIn(need, 'description') || textIn(need, 'content')
  const [name, description] = namedBy(textIn(need, 'title'), text)
  const docname = textIn(need, 'docname')
  const section = sectionOf([documents.get(docname) ?? docname, textIn(need, 'section_name')])
  const record: TextRecord = new Map([
    ['ID', textIn(need, 'id')],
    ['Section', section],
    ['Requirement', name],
    ['Description', description],
  ])
  for (const [key, value] of Object.entries(need))
    if (!OWN.has(key)) record.set(key.replaceAll('_', ' '), cellOf(value))
  return record
}

/** The names of documents: the last part of the path where that tells them apart. */
const documentNames = (needs: readonly TextObject[]): Map<string, string> => {
  const paths = [...new Set(needs.map((need) => textIn(need, 'docname')))]
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(lastPart(path), (counts.get(lastPart(path)) ?? 0) + 1)
  return new Map(
    paths.map((path) => [path, (counts.get(lastPart(path)) ?? 0) > 1 ? path : lastPart(path)]),
  )
}

/** A field with one value for all needs tells nothing of them. */
const dropConstants = (records: readonly TextRecord[]): void => {
  const values = new Map<string, { first: Cell; count: number; isSame: boolean }>()
  for (const record of records)
    for (const [key, cell] of record) {
      const known = values.get(key)
      if (known === undefined) values.set(key, { first: cell, count: 1, isSame: true })
      else {
        known.count += 1
        known.isSame &&= cell === known.first
      }
    }
  for (const [key, { first, count, isSame }] of values) {
    const isConstant = isSame && (count === records.length || first === '')
    if (isConstant && key !== 'Section' && key !== 'ID')
      for (const record of records) record.delete(key)
  }
}

/** The needs of sphinx-needs, of the current version. */
export const needsTable = (value: TextValue): TextTable | null => {
  const versions = field(value, 'versions')
  if (!isObject(versions)) return null
  const names = Object.keys(versions)
  const current = plain(field(value, 'current_version'))
  const version = names.includes(current) ? current : (names.at(-1) ?? '')
  const needs = field(field(versions, version), 'needs')
  const list = (isObject(needs) ? Object.values(needs) : []).filter(isObject)
  if (list.length === 0) return null
  const documents = documentNames(list)
  const records = list.map((need) => recordOf(need, documents))
  dropConstants(records)
  const listed = new Set(list.flatMap(listedKeys))
  return tableOf(plain(field(value, 'project')) || 'Needs', records, listed)
}

const listedKeys = (need: TextObject): string[] =>
  Object.entries(need).flatMap(([key, one]) =>
    Array.isArray(one) ? [key.replaceAll('_', ' ')] : [],
  )
