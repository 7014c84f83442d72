import { cleanText } from '../excel/excel-rows-cells.ts'
import { MAX_SECTION_LENGTH } from '../excel/excel-rows-plan.ts'
import type { CheckedReqif } from './check-reqif.ts'
import type { ReqifObject } from './reqif-model.ts'
import type { ReqifPlace } from './reqif-places.ts'
import { OWN_TYPES, ownAttribute } from './reqif-names.ts'
import { choiceNames, valueText } from './reqif-columns.ts'

/** An object of a specification that becomes a requirement. */
export interface PlacedObject {
  object: ReqifObject
  /** The headings above it; '' = none. */
  section: string
  /** The requirement directly above it, in the same section; null = none. */
  parent: string | null
  /** null = it is in no specification. */
  place: ReqifPlace | null
}
/** A specification, or the objects that are in none. */
export interface ReqifDocument {
  /** '' = the objects outside of all specifications. */
  id: string
  /** The alternative identifier of the specification; '' = none. */
  alternative: string
  name: string
  objects: PlacedObject[]
  /** Sections of headings with nothing below, each before the object at its place in `objects`. */
  emptySections: { before: number; name: string }[]
  /** Headings that become sections only. */
  headings: number
  /** Further places of objects that are in the tree more than once. */
  repeated: number
}

const HEADING = /\b(?:heading|chapter|section|folder|title)\b/i

interface Titles {
  typeNames: ReadonlyMap<string, string>
  /** Attributes by their lower-case name. */
  names: ReadonlyMap<string, string>
  choices: ReadonlyMap<string, string>
}

const textsOf = ({ names, choices }: Titles, { values }: ReqifObject, checked: CheckedReqif) => {
  const texts = new Map<string, string>()
  for (const value of values) {
    if (checked.bad.has(value)) continue
    const own = ownAttribute(value.attributeId)
    const name = own === 'name' || own === 'chapter' ? own : names.get(value.attributeId)
    if (name !== undefined) texts.set(name, valueText(value, choices))
  }
  return texts
}

const titlesOf = ({ reqif, attributes }: CheckedReqif): Titles => {
  const wanted = new Map([
    ['reqif.chaptername', 'chapter'],
    ['reqif.name', 'name'],
    ['reqif.text', 'text'],
  ])
  return {
    typeNames: new Map(reqif.types.map(({ id, name }) => [id, name])),
    names: new Map(
      [...attributes.values()].flatMap(({ id, name }) => {
        const known = wanted.get(name.trim().toLowerCase())
        return known === undefined ? [] : [[id, known] as const]
      }),
    ),
    choices: choiceNames({ reqif } as CheckedReqif),
  }
}

const oneLine = (text: string): string => cleanText(text).replace(/\s*\n\s*/g, ' ')
/** Joins headings; the upper ones are cut where the name of a section would grow too long. */
const sectionName = (path: readonly string[]): string => {
  const name = path.join(' / ')
  if (name.length <= MAX_SECTION_LENGTH) return name
  const shorter = path.slice(1)
  return shorter.length === 0
    ? `${name.slice(0, MAX_SECTION_LENGTH - 1).trimEnd()}…`
    : sectionName(shorter)
}

/** An object above a node, or at it. */
interface Above {
  depth: number
  id: string
  node: string
  /** null = it is a requirement. */
  title: string | null
  /** Whether it is a heading that is no requirement, too. */
  isSection: boolean
  /** Whether something is below it. */
  isFilled: boolean
}

const sectionAt = (path: readonly Above[]): string =>
  sectionName(path.flatMap(({ title }) => (title === null ? [] : [title])))

/** The identifiers of the headings of a section, unless its name had to be cut. */
const headingsAbove = (path: readonly Above[], section: string): ReqifPlace['headings'] => {
  const names: string[] = []
  const headings: ReqifPlace['headings'] = []
  for (const { title, id, node, isSection } of path) {
    if (title === null) continue
    names.push(title)
    if (isSection) headings.push([names.join(' / '), id, node])
  }
  return names.join(' / ') === section ? headings : []
}

/**
 * The specifications of a file with their objects in reading order. Headings become sections; a
 * heading with a text is a requirement, too. An object counts at its first place.
 */
export const reqifDocuments = (checked: CheckedReqif): ReqifDocument[] => {
  const { reqif, objects } = checked
  const titles = titlesOf(checked)
  const placed = new Set<string>()
  const headingOf = (object: ReqifObject): { title: string; hasText: boolean } | null => {
    const texts = textsOf(titles, object, checked)
    const text = (name: string) => texts.get(name) ?? ''
    // A heading with a text keeps its type in an export, where it is a requirement.
    const isOwn = object.values.some(({ attributeId }) => ownAttribute(attributeId) === 'name')
    if (isOwn) return null
    const isHeading =
      object.typeId === OWN_TYPES.heading ||
      HEADING.test(titles.typeNames.get(object.typeId) ?? '') ||
      (text('chapter') !== '' && text('name') === '' && text('text') === '')
    const title = [text('chapter'), text('name'), object.name, object.id].find((one) => one !== '')
    return isHeading ? { title: oneLine(title ?? ''), hasText: text('text') !== '' } : null
  }
  const documents = reqif.specifications.map((specification): ReqifDocument => {
    const { id, alternative, name, nodes } = specification
    const document: ReqifDocument = {
      ...{ id, alternative, name: oneLine(name) || id },
      ...{ objects: [], emptySections: [], headings: 0, repeated: 0 },
    }
    const met = new Set<string>()
    const sections: { above: Above; before: number; name: string }[] = []
    let path: Above[] = []
    for (const { id: node, objectId, depth } of nodes) {
      const object = objects.get(objectId)
      path = path.filter((above) => above.depth < depth)
      if (object === undefined) continue
      const heading = headingOf(object)
      const above = path.at(-1)
      const isSection = heading !== null && !heading.hasText
      if (above !== undefined) above.isFilled = true
      const here: Above = {
        ...{ depth, node, isSection, isFilled: false },
        ...{ id: objectId, title: heading?.title ?? null },
      }
      path.push(here)
      placed.add(objectId)
      if (met.has(objectId)) document.repeated += 1
      else if (isSection) {
        document.headings += 1
        sections.push({ above: here, before: document.objects.length, name: sectionAt(path) })
      } else {
        const section = sectionAt(path)
        const isBelow = heading === null && above?.title === null && above.id !== objectId
        const place = { specification: id, node, headings: headingsAbove(path, section) }
        document.objects.push({ object, section, parent: isBelow ? above.id : null, place })
      }
      met.add(objectId)
    }
    document.emptySections = sections.flatMap(({ above, before, name: section }) =>
      above.isFilled ? [] : [{ before, name: section }],
    )
    return document
  })
  const outside = [...objects.values()].filter(({ id }) => !placed.has(id))
  if (outside.length === 0) return documents
  const rest = outside.map((object) => ({ object, section: '', parent: null, place: null }))
  return [
    ...documents,
    {
      id: '',
      alternative: '',
      name: '',
      objects: rest,
      emptySections: [],
      headings: 0,
      repeated: 0,
    },
  ]
}
