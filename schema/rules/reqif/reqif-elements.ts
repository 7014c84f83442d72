import { cleanText } from '../excel/excel-rows-cells.ts'
import { labelKey } from '../excel/excel-rows-values.ts'
import { KEPT, specificationId } from './reqif-names.ts'
import type { TakeId } from './reqif-fields.ts'
import { parentsOf } from './reqif-parents.ts'
import type { PlaceIds } from './reqif-places.ts'
import { currentSource } from './reqif-source.ts'
import type {
  ReqifExport,
  WrittenAttribute,
  WrittenDatatype,
  WrittenDocument,
  WrittenFile,
  WrittenObject,
  WrittenRequirement,
  WrittenType,
} from './write-reqif.ts'
import { escapeAttribute, escapeText, textXhtml } from './xhtml.ts'

const TOOL = 'Tenderbook'

export const headerText = ({ id, title }: ReqifExport, at: string): string =>
  `<THE-HEADER>\n<REQ-IF-HEADER IDENTIFIER="_${id}">\n<CREATION-TIME>${at}</CREATION-TIME>\n<REQ-IF-TOOL-ID>${TOOL}</REQ-IF-TOOL-ID>\n<REQ-IF-VERSION>1.0</REQ-IF-VERSION>\n<SOURCE-TOOL-ID>${TOOL}</SOURCE-TOOL-ID>\n<TITLE>${escapeText(cleanText(title))}</TITLE>\n</REQ-IF-HEADER>\n</THE-HEADER>\n`

const definition = ({ id, field }: WrittenAttribute): string => {
  const tag = `ATTRIBUTE-DEFINITION-${field.kind}-REF`
  return `<DEFINITION><${tag}>${id}</${tag}></DEFINITION>`
}
const prefixed = (markup: string): string => markup.replace(/<(\/?)(?=[^\s<>/])/g, '<$1xhtml:')

const valueElement = (
  attribute: WrittenAttribute,
  raw: string,
  datatype: WrittenDatatype | undefined,
): string => {
  const { kind, isMulti } = attribute.field
  const tag = `ATTRIBUTE-VALUE-${kind}`
  if (kind === 'XHTML')
    return `<${tag}>${definition(attribute)}<THE-VALUE>${prefixed(raw)}</THE-VALUE></${tag}>\n`
  if (kind !== 'ENUMERATION')
    return `<${tag} THE-VALUE="${escapeAttribute(raw)}">${definition(attribute)}</${tag}>\n`
  const references = (isMulti ? raw.split('\n') : [raw]).map(
    (name) => `<ENUM-VALUE-REF>${datatype?.choices.get(name) ?? ''}</ENUM-VALUE-REF>`,
  )
  return `<${tag}><VALUES>${references.join('')}</VALUES>${definition(attribute)}</${tag}>\n`
}

const filePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')
const filesMarkup = (files: readonly WrittenFile[]): string =>
  `<div>${files
    .map(
      ({ path, name, mime }) =>
        `<object data="${escapeAttribute(filePath(path))}" type="${escapeAttribute(mime)}">${escapeText(name)}</object>`,
    )
    .join('')}</div>`

const rawOf = (
  { field }: WrittenAttribute,
  text: string,
  sources: WrittenObject['sources'],
): string => {
  if (field.kind === 'BOOLEAN') return String(text === 'Yes')
  if (field.kind === 'XHTML' || field.kind === 'DATE')
    return currentSource(field.kind, text, sources.get(field.label))
  return text
}

/** The element of a requirement. */
export const objectText = (
  { id, requirement, type, texts, sources, relations, files }: WrittenObject,
  datatypes: readonly WrittenDatatype[],
  at: string,
): string => {
  const name = cleanText(requirement.name)
  const own = {
    name,
    number: requirement.fullId ?? '',
    files: files.length === 0 ? '' : filesMarkup(files),
    chapter: '',
  }
  const values = [...type.own].map(([key, attribute]) =>
    own[key] === '' ? '' : valueElement(attribute, own[key], undefined),
  )
  for (const [key, attribute] of type.attributes) {
    const isRest = key === labelKey(KEPT.relations)
    const text = isRest ? relations.rest.join('\n') : (texts.get(key)?.text ?? '')
    if (text === '') continue
    const raw = isRest ? textXhtml(text) : rawOf(attribute, text, sources)
    const datatype = datatypes.find((one) => one.id === attribute.datatypeId)
    values.push(valueElement(attribute, raw, datatype))
  }
  const { updatedOn } = requirement
  const changed = updatedOn === undefined ? at : new Date(updatedOn).toISOString()
  return `<SPEC-OBJECT IDENTIFIER="${id}" LONG-NAME="${escapeAttribute(name.slice(0, 250))}" LAST-CHANGE="${changed}">\n<VALUES>\n${values.join('')}</VALUES>\n<TYPE><SPEC-OBJECT-TYPE-REF>${type.id}</SPEC-OBJECT-TYPE-REF></TYPE>\n</SPEC-OBJECT>\n`
}

interface Tree {
  document: WrittenDocument
  objects: ReadonlyMap<string, WrittenObject>
  heading: WrittenType
  specification: WrittenType
  ids: PlaceIds
  at: string
}

/** The headings of a section: parts of its name, if joining them gives the name again. */
const headingsOf = (name: string): string[] => {
  const line = cleanText(name).replace(/\s*\n\s*/g, ' ')
  const parts = line.split(' / ')
  if (line === '') return []
  return parts.every((part) => part !== '' && part === part.trim()) ? parts : [line]
}

const headingText = (id: string, title: string, { heading, at }: Tree): string => {
  const attribute = heading.own.get('chapter')
  const value = attribute === undefined ? '' : valueElement(attribute, title, undefined)
  return `<SPEC-OBJECT IDENTIFIER="${id}" LONG-NAME="${escapeAttribute(title)}" LAST-CHANGE="${at}">\n<VALUES>\n${value}</VALUES>\n<TYPE><SPEC-OBJECT-TYPE-REF>${heading.id}</SPEC-OBJECT-TYPE-REF></TYPE>\n</SPEC-OBJECT>\n`
}

/** A document as a specification, and the objects of its headings. */
export const specificationText = (tree: Tree): { headings: string; tree: string } => {
  const { document, objects, specification, ids, at } = tree
  const names = new Map(document.sections.map(({ id, name }) => [id, name]))
  const headings: string[] = []
  const parts: string[] = []
  const place = (objectId: string, id: string) =>
    `<SPEC-HIERARCHY IDENTIFIER="${id}" LAST-CHANGE="${at}"><OBJECT><SPEC-OBJECT-REF>${objectId}</SPEC-OBJECT-REF></OBJECT>`
  let open: string[] = []
  const closeTo = (depth: number) => {
    for (; open.length > depth; open = open.slice(0, -1))
      parts.push('</CHILDREN></SPEC-HIERARCHY>\n')
  }
  const parents = parentsOf(document.requirements)
  const children = Map.groupBy(document.requirements, ({ id }) => parents.get(id) ?? '')
  const placeAll = (requirements: readonly WrittenRequirement[]): void => {
    for (const { id } of requirements) {
      const object = objects.get(id)
      if (object === undefined) continue
      parts.push(place(object.id, ids.nodes.get(id) ?? ''))
      const below = children.get(id) ?? []
      if (below.length > 0) {
        parts.push('<CHILDREN>\n')
        placeAll(below)
        parts.push('</CHILDREN>')
      }
      parts.push('</SPEC-HIERARCHY>\n')
    }
  }
  const openSection = (sectionId: string, requirementId: string): void => {
    const path = headingsOf(names.get(sectionId) ?? '')
    const same = path.findIndex((title, at_) => open[at_] !== title)
    closeTo(same === -1 ? path.length : same)
    for (const title of path.slice(open.length)) {
      open = [...open, title]
      const { object, node } = ids.heading({ requirementId, sectionId, name: open.join(' / ') })
      headings.push(headingText(object, title, tree))
      parts.push(`${place(object, node)}<CHILDREN>\n`)
    }
  }
  const filled = new Set(document.requirements.map(({ sectionId }) => sectionId))
  const sections = document.sections.map(({ id }) => id)
  let next = 0
  /** Writes the headings without requirements that stand before a section. */
  const openEmpty = (end: number): void => {
    for (; next < end; next += 1) {
      const id = sections[next] ?? ''
      if (!filled.has(id)) openSection(id, '')
    }
  }
  for (const requirement of children.get('') ?? []) {
    openEmpty(sections.indexOf(requirement.sectionId))
    openSection(requirement.sectionId, requirement.id)
    placeAll([requirement])
  }
  openEmpty(sections.length)
  closeTo(0)
  const own = specificationId(document.id)
  const start = `<SPECIFICATION IDENTIFIER="${ids.specification}" LONG-NAME="${escapeAttribute(cleanText(document.name))}" LAST-CHANGE="${at}">`
  // The import finds the document by its own identifier, also where the file's is kept.
  const alternative =
    ids.specification === own
      ? ''
      : `<ALTERNATIVE-ID><ALTERNATIVE-ID IDENTIFIER="${own}"/></ALTERNATIVE-ID>\n`
  return {
    headings: headings.join(''),
    tree: `${start}\n${alternative}<TYPE><SPECIFICATION-TYPE-REF>${specification.id}</SPECIFICATION-TYPE-REF></TYPE>\n<CHILDREN>\n${parts.join('')}</CHILDREN>\n</SPECIFICATION>\n`,
  }
}

/** The relations between objects of the file, and their types. */
export const relationTexts = (
  objects: readonly WrittenObject[],
  { take, at }: { take: TakeId; at: string },
): { relationTypes: string; relations: string } => {
  const types = new Map<string, string>()
  const relations: string[] = []
  const end = (tag: string, id: string) =>
    `<${tag}><SPEC-OBJECT-REF>${id}</SPEC-OBJECT-REF></${tag}>`
  for (const { id: source, relations: split } of objects)
    for (const { type, target, id } of split.relations) {
      const typeId = types.get(type) ?? take(`tb-relation-type-${types.size + 1}`, 'tb-relation')
      types.set(type, typeId)
      const own = take(id, `_r-${source}`)
      relations.push(
        `<SPEC-RELATION IDENTIFIER="${own}" LAST-CHANGE="${at}"><TYPE><SPEC-RELATION-TYPE-REF>${typeId}</SPEC-RELATION-TYPE-REF></TYPE>${end('SOURCE', source)}${end('TARGET', target)}</SPEC-RELATION>\n`,
      )
    }
  const relationTypes = [...types].map(
    ([name, id]) =>
      `<SPEC-RELATION-TYPE IDENTIFIER="${id}" LONG-NAME="${escapeAttribute(name)}" LAST-CHANGE="${at}"/>\n`,
  )
  return { relationTypes: relationTypes.join(''), relations: relations.join('') }
}
