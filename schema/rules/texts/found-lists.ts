import { cellOf, checkSize, sectionOf, type TextRecord, type TextTable } from './text-table.ts'
import { isObject, plain, textIn, type TextObject, type TextValue } from './text-value.ts'

/** A list in a file: objects at places of the same kind, with the headings above each. */
interface FoundList {
  name: string
  records: { object: TextObject; headings: readonly string[] }[]
}

const TITLES = ['title', 'name', 'label', 'heading', 'text', 'section', 'shortname', 'id']

/** A field by its name, without regard to capitals. */
const anyCase = (object: TextObject, wanted: string): string => {
  const key = Object.keys(object).find((one) => one.toLowerCase() === wanted)
  return key === undefined ? '' : textIn(object, key)
}

const titleOf = (object: TextObject): string => {
  for (const key of TITLES) {
    const text = anyCase(object, key)
    if (text !== '') return text.slice(0, 200)
  }
  return ''
}

const FEWEST_IN_MAP = 3
/** The objects of a list, or of an object whose fields are all objects of one shape. */
const objectsOf = (value: TextValue): [key: string, object: TextObject][] => {
  if (Array.isArray(value)) {
    const objects = (value as readonly TextValue[]).filter(isObject)
    return objects.length > 0 && objects.length >= value.length / 2
      ? objects.map((object) => ['', object])
      : []
  }
  if (!isObject(value)) return []
  const fields = Object.entries(value)
  if (fields.length < FEWEST_IN_MAP || !fields.every(([, one]) => isObject(one))) return []
  const objects = fields.flatMap(([key, one]): [string, TextObject][] =>
    isObject(one) ? [[key, one]] : [],
  )
  const shared = Object.keys(objects[0]?.[1] ?? {}).filter((key) =>
    objects.every(([, object]) => Object.hasOwn(object, key)),
  )
  return shared.length > 0 ? objects : []
}

interface Place {
  path: string
  headings: readonly string[]
}

const visit = (
  found: Map<string, FoundList>,
  value: TextValue,
  { path, headings }: Place,
): void => {
  const objects = objectsOf(value)
  if (objects.length > 0) {
    const list = found.get(path) ?? { name: path.split('/').at(-1) ?? '', records: [] }
    found.set(path, list)
    for (const [key, object] of objects) {
      list.records.push({
        object: key === '' || anyCase(object, 'id') !== '' ? object : { id: key, ...object },
        headings,
      })
      const below = [...headings, titleOf(object) || key]
      for (const [name, one] of Object.entries(object))
        if (typeof one === 'object' && one !== null)
          // Lists in lists of the same name are levels of one tree.
          visit(found, one, {
            path: path.endsWith(`/${name}`) ? path : `${path}/${name}`,
            headings: below,
          })
    }
    return
  }
  if (!isObject(value)) return
  for (const [name, one] of Object.entries(value))
    if (typeof one === 'object' && one !== null)
      visit(found, one, { path: `${path}/${name}`, headings })
}

const isScalar = (value: TextValue | undefined): boolean =>
  value === null || typeof value !== 'object'

/** True for an object that holds objects of its own list, as a group does. */
const isGroup = (object: TextObject, list: FoundList): boolean => {
  const below = object[list.name]
  return below !== undefined && objectsOf(below).length > 0
}

const MOST_WORDS = 20
/** The more records, and the longer their longest text, the more a list looks like requirements. */
const scoreOf = ({ records }: FoundList): number => {
  const words = records.map(({ object }) =>
    Math.max(
      0,
      ...Object.values(object)
        .filter(isScalar)
        .map((value) => plain(value).split(/\s+/).length),
    ),
  )
  const average = words.reduce((sum, one) => sum + one, 0) / Math.max(1, words.length)
  return Math.log2(records.length + 1) + (Math.min(MOST_WORDS, average) / MOST_WORDS) * 4
}

const recordOf = (object: TextObject, headings: readonly string[]): TextRecord => {
  const record: TextRecord = new Map([['Section', sectionOf(headings)]])
  for (const [key, value] of Object.entries(object)) {
    if (!isObject(value)) record.set(key.slice(0, 500), cellOf(value))
    else
      for (const [inner, one] of Object.entries(value))
        record.set(`${key} / ${inner}`.slice(0, 500), cellOf(one))
  }
  return record
}

const MOST_LISTS = 10

/**
 * The lists of a file that nobody knows: any objects in a list, at any depth. The one that looks most
 * like requirements comes first.
 */
export const foundTables = (value: TextValue): TextTable[] => {
  const found = new Map<string, FoundList>()
  visit(found, value, { path: '', headings: [] })
  const leaves = [...found.values()].map((list) => {
    const records = list.records.filter(({ object }) => !isGroup(object, list))
    return { ...list, records }
  })
  return leaves
    .filter(({ records }) => records.length > 0)
    .toSorted((some, other) => scoreOf(other) - scoreOf(some))
    .slice(0, MOST_LISTS)
    .map(({ name, records }, at) => {
      const rows = records.map(({ object, headings }) => recordOf(object, headings))
      const filled = new Set<string>()
      for (const record of rows) for (const [key, cell] of record) if (cell !== '') filled.add(key)
      const all = new Set(rows.flatMap((record) => [...record.keys()]))
      const keys = [...all].filter((key) => filled.has(key))
      checkSize(rows.length, keys.length)
      return {
        name: name || `List ${at + 1}`,
        rows: [keys, ...rows.map((record) => keys.map((key) => record.get(key) ?? ''))],
      }
    })
    .filter(({ rows }) => (rows[0]?.length ?? 0) > 0)
}
