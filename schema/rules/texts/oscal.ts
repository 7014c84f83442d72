import { namedBy, sectionOf, tableOf, type TextRecord, type TextTable } from './text-table.ts'
import {
  field,
  isObject,
  listIn,
  objectsIn,
  plain,
  textIn,
  type TextObject,
  type TextValue,
} from './text-value.ts'

type Parameters = ReadonlyMap<string, string>

const UNSHOWN = new Set(['sort-id', 'label', 'alt-identifier'])
const INSERT = /\{\{\s*(?:insert:\s*)?param,\s*([^\s{}]{1,200})\s*\}\}/g

const parameterText = (param: TextObject): string => {
  const [value] = listIn(param, 'values')
  const select = field(param, 'select')
  const choices = listIn(select, 'choice').map(plain)
  if (choices.length > 0)
    return `[${textIn(select, 'how-many') === 'one-or-more' ? 'Selection (one or more)' : 'Selection'}: ${choices.join('; ')}]`
  if (value !== undefined) return plain(value)
  return `[Assignment: ${textIn(param, 'label') || textIn(param, 'id')}]`
}

/** The text with its places for parameters filled; choices name parameters, too. */
const filled = (text: string, parameters: Parameters, depth = 0): string =>
  text.replace(INSERT, (_, id: string) => {
    const value = parameters.get(id) ?? `[Assignment: ${id}]`
    return depth > 2 ? value : filled(value, parameters, depth + 1)
  })

const propIn = (value: TextValue, name: string): string =>
  textIn(
    objectsIn(value, 'props').find((prop) => textIn(prop, 'name') === name),
    'value',
  )

/** The prose of a part and of the parts in it, each with its label. */
const proseOf = (part: TextObject, parameters: Parameters): string[] => {
  const label = propIn(part, 'label')
  const prose = filled(textIn(part, 'prose'), parameters)
  const own = prose === '' ? [] : [label === '' ? prose : `${label} ${prose}`]
  return [...own, ...objectsIn(part, 'parts').flatMap((one) => proseOf(one, parameters))]
}

const capital = (name: string): string =>
  `${name.slice(0, 1).toUpperCase()}${name.slice(1).replace(/[-_]+/g, ' ')}`

const STATEMENTS = new Set(['statement', 'item'])

const recordOf = (control: TextObject, headings: readonly string[]): TextRecord => {
  const params = objectsIn(control, 'params')
  const parameters = new Map(params.map((one) => [textIn(one, 'id'), parameterText(one)]))
  const parts = new Map<string, string[]>()
  for (const part of objectsIn(control, 'parts')) {
    const name = STATEMENTS.has(textIn(part, 'name')) ? '' : capital(textIn(part, 'name') || 'part')
    parts.set(name, [...(parts.get(name) ?? []), ...proseOf(part, parameters)])
  }
  const id = textIn(control, 'id')
  const title = textIn(control, 'title')
  // Some catalogues repeat the id as the title.
  const isOwn = title !== '' && !title.toLowerCase().endsWith(id.toLowerCase())
  const statement = (parts.get('') ?? []).join('\n')
  const [name, description] = namedBy(isOwn ? title : '', statement)
  const record: TextRecord = new Map([
    ['ID', propIn(control, 'label') || id],
    ['Section', sectionOf(headings)],
    ['Requirement', name || title || id],
    ['Description', description],
  ])
  for (const [key, lines] of parts) if (key !== '') record.set(key, lines.join('\n'))
  if (params.length > 0)
    record.set(
      'Parameters',
      params
        .map((one) => `${textIn(one, 'id')}: ${filled(parameterText(one), parameters)}`)
        .join('\n'),
    )
  for (const prop of objectsIn(control, 'props')) {
    const key = textIn(prop, 'name')
    if (key === '' || UNSHOWN.has(key)) continue
    const values = new Set(String(record.get(capital(key)) ?? '').split('\n'))
    values.add(textIn(prop, 'value'))
    record.set(capital(key), [...values].filter((text) => text !== '').join('\n'))
  }
  return record
}

/** The controls of a group and of the groups and controls in it, in order. */
const controlsIn = (group: TextObject, headings: readonly string[]): TextRecord[] => [
  ...objectsIn(group, 'controls').flatMap((control) => [
    recordOf(control, headings),
    ...controlsIn(control, headings),
  ]),
  ...objectsIn(group, 'groups').flatMap((one) =>
    controlsIn(one, [...headings, textIn(one, 'title') || textIn(one, 'id')]),
  ),
]

/** An OSCAL catalogue: controls are requirements, and the groups around them sections. */
export const oscalTable = (value: TextValue): TextTable | null => {
  const catalog = field(value, 'catalog')
  if (!isObject(catalog)) return null
  const records = controlsIn(catalog, [])
  if (records.length === 0) return null
  const listed = new Set(records.flatMap((record) => [...record.keys()]))
  return tableOf(textIn(field(catalog, 'metadata'), 'title') || 'Catalogue', records, listed)
}
