import type { Parameter } from '../../entities/parameter.ts'
import { defaultAnswerParameters } from '../definition/default-definition.ts'
import { answerParameters, parseDefinition } from '../definition/parameters.ts'
import { cleanText } from '../excel/excel-rows-cells.ts'
import type { ExistingRequirement, ExistingSection } from '../excel/excel-rows-plan.ts'
import { labelKey, parameterLabels } from '../excel/excel-rows-values.ts'
import {
  fieldTexts,
  idBook,
  type TakeId,
  type WrittenField,
  writtenFields,
} from './reqif-fields.ts'
import { KEPT, OWN_ATTRIBUTES, OWN_TYPES, type OwnAttribute, reqifIds } from './reqif-names.ts'
import { placeIds } from './reqif-places.ts'
import { readSources, type Sources } from './reqif-source.ts'
import { type SplitRelations, splitRelations } from './reqif-relations.ts'
import { headerText, objectText, relationTexts, specificationText } from './reqif-elements.ts'
import { datatypesText, typeText } from './reqif-types.ts'

/** A file of a requirement, by its path in the archive. */
export interface WrittenFile {
  path: string
  name: string
  mime: string
}
export type WrittenRequirement = ExistingRequirement & { updatedOn?: number }
export interface WrittenDocument {
  id: string
  name: string
  sections: readonly ExistingSection[]
  /** In reading order. */
  requirements: readonly WrittenRequirement[]
}
export interface ReqifExport {
  title: string
  documents: readonly WrittenDocument[]
  /** The files of a requirement that no text names, by its id. */
  files: ReadonlyMap<string, readonly WrittenFile[]>
  /** The time of the export, in ms. */
  now: number
  /** Id of the file. */
  id: string
}

/** An attribute of a type. */
export interface WrittenAttribute {
  id: string
  field: WrittenField
  datatypeId: string
}
export interface WrittenType {
  id: string
  name: string
  own: Map<OwnAttribute, WrittenAttribute>
  /** By the key of the label. */
  attributes: Map<string, WrittenAttribute>
}
export interface WrittenObject {
  id: string
  requirement: WrittenRequirement
  type: WrittenType
  texts: ReadonlyMap<string, { label: string; text: string }>
  sources: Sources
  relations: SplitRelations
  files: readonly WrittenFile[]
}
/** The datatype of a field: one per kind, and one per list of choices. */
export interface WrittenDatatype {
  id: string
  name: string
  kind: WrittenField['kind']
  /** Names of choices with their identifiers. */
  choices: Map<string, string>
}

const NO_CHOICES = new Map<string, string>()
const ownField = (name: OwnAttribute): WrittenField => ({
  label: OWN_ATTRIBUTES[name],
  id: `tb-${name}`,
  kind: name === 'files' ? 'XHTML' : 'STRING',
  isMulti: false,
  choices: NO_CHOICES,
})

/** Gives fields their datatypes; lists of the same choices are shared. */
const datatypeBook = (take: TakeId) => {
  const all = new Map<string, WrittenDatatype>()
  const of = ({ kind, label, choices }: WrittenField): WrittenDatatype => {
    const key = kind === 'ENUMERATION' ? JSON.stringify([...choices]) : kind
    const known = all.get(key)
    if (known !== undefined) return known
    const made: WrittenDatatype = {
      id: take(`tb-datatype-${kind.toLowerCase()}`, 'tb-datatype'),
      name: kind === 'ENUMERATION' ? label : kind,
      kind,
      choices: new Map([...choices].map(([name, id]) => [name, take(id, 'tb-choice')])),
    }
    all.set(key, made)
    return made
  }
  return { of, all: () => [...all.values()] }
}
type DatatypeBook = ReturnType<typeof datatypeBook>

const typeOf = (definition: string): { id: string; name: string } => {
  const kept = parameterLabels(parseDefinition(definition)).get(labelKey(KEPT.type))?.parameter
  const option = kept?.options?.find(({ key }) => key === kept.value)
  if (option !== undefined && cleanText(option.label) !== '')
    return { id: option.key, name: cleanText(option.label) }
  const text = typeof kept?.value === 'string' ? cleanText(kept.value) : ''
  return text === '' ? { id: OWN_TYPES.requirement, name: 'Requirement' } : { id: '', name: text }
}

const answerFieldOf = (parameter: Parameter): WrittenField | undefined =>
  [
    ...writtenFields([
      JSON.stringify({
        contentConfiguration: { parameters: [{ ...parameter, value: null }] },
        suppliersCommitment: { parameters: [] },
      }),
    ]).values(),
  ][0]
const USUAL = new Set(defaultAnswerParameters().map(({ id }) => id))

interface Writing {
  input: ReqifExport
  take: TakeId
  datatypes: DatatypeBook
  fields: Map<string, WrittenField>
  types: Map<string, WrittenType>
  /** The identifiers of the requirements in the file. */
  there: ReadonlySet<string>
}

const attributeOf = ({ take, datatypes }: Writing, field: WrittenField): WrittenAttribute => ({
  id: take(field.id, 'tb-attribute'),
  field,
  datatypeId: datatypes.of(field).id,
})
const newType = (writing: Writing, id: string, name: string): WrittenType => ({
  id: writing.take(id, 'tb-type'),
  name,
  own: new Map(),
  attributes: new Map(),
})
const withOwn = (writing: Writing, type: WrittenType, names: readonly OwnAttribute[]): void => {
  for (const name of names)
    if (!type.own.has(name)) type.own.set(name, attributeOf(writing, ownField(name)))
}

/** The type of a requirement, with an attribute for each of its fields. */
const typeFor = (writing: Writing, { definition }: WrittenRequirement): WrittenType => {
  const { id, name } = typeOf(definition)
  const key = `${id} ${name}`
  const type = writing.types.get(key) ?? newType(writing, id, name)
  writing.types.set(key, type)
  withOwn(writing, type, ['name', 'number'])
  return type
}

const objectFor = (
  writing: Writing,
  requirement: WrittenRequirement,
  id: string,
): WrittenObject => {
  const type = typeFor(writing, requirement)
  const texts = fieldTexts(requirement.definition)
  const relations = splitRelations(texts.get(labelKey(KEPT.relations))?.text ?? '', (target) =>
    writing.there.has(target),
  )
  const files = writing.input.files.get(requirement.id) ?? []
  if (files.length > 0) withOwn(writing, type, ['files'])
  for (const [key, field] of writing.fields)
    if (texts.has(key) && !type.attributes.has(key))
      type.attributes.set(key, attributeOf(writing, field))
  if (relations.rest.length > 0 && !type.attributes.has(labelKey(KEPT.relations))) {
    const field = { ...ownField('files'), label: KEPT.relations, id: 'tb-relations' }
    type.attributes.set(labelKey(KEPT.relations), attributeOf(writing, field))
  }
  for (const parameter of answerParameters(parseDefinition(requirement.definition))) {
    const field = USUAL.has(parameter.id) ? undefined : answerFieldOf(parameter)
    const key = labelKey(field?.label ?? '')
    if (field !== undefined && !writing.fields.has(key) && !type.attributes.has(key))
      type.attributes.set(key, attributeOf(writing, field))
  }
  return {
    ...{ id, requirement, type, texts, relations, files },
    sources: readSources(texts.get(labelKey(KEPT.source))?.text ?? ''),
  }
}

/**
 * Writes documents as ReqIF: each document is a specification, its sections are headings, its
 * requirements objects with an attribute for each field. Identifiers stay those of the file that
 * the requirements came from.
 */
export const writeReqif = (input: ReqifExport): string => {
  const requirements = input.documents.flatMap((one) => one.requirements)
  const ids = reqifIds(requirements)
  const there = new Set(ids.values())
  const take = idBook(there)
  const writing: Writing = {
    ...{ input, take, there, types: new Map(), datatypes: datatypeBook(take) },
    fields: writtenFields(requirements.map(({ definition }) => definition)),
  }
  const heading = newType(writing, OWN_TYPES.heading, 'Heading')
  withOwn(writing, heading, ['chapter'])
  const specification = newType(writing, OWN_TYPES.specification, 'Specification')
  const objects = new Map(
    requirements.map((one) => [one.id, objectFor(writing, one, ids.get(one.id) ?? '')]),
  )
  const at = new Date(input.now).toISOString()
  const documentIds = new Set(input.documents.map(({ id }) => id))
  const specifications = input.documents.map((document) => {
    const ids = placeIds({ document, objects, take, documentIds })
    return specificationText({ document, objects, heading, specification, ids, at })
  })
  const { relationTypes, relations } = relationTexts([...objects.values()], { take, at })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<REQ-IF xmlns="http://www.omg.org/spec/ReqIF/20110401/reqif.xsd" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n',
    headerText(input, at),
    '<CORE-CONTENT>\n<REQ-IF-CONTENT>\n',
    `<DATATYPES>\n${datatypesText(writing.datatypes.all(), at)}</DATATYPES>\n`,
    '<SPEC-TYPES>\n',
    ...[heading, ...writing.types.values()].map((type) => typeText(type, at)),
    `<SPECIFICATION-TYPE IDENTIFIER="${specification.id}" LONG-NAME="${specification.name}" LAST-CHANGE="${at}"/>\n`,
    relationTypes,
    '</SPEC-TYPES>\n<SPEC-OBJECTS>\n',
    ...specifications.map(({ headings }) => headings),
    ...[...objects.values()].map((object) => objectText(object, writing.datatypes.all(), at)),
    `</SPEC-OBJECTS>\n<SPEC-RELATIONS>\n${relations}</SPEC-RELATIONS>\n`,
    '<SPECIFICATIONS>\n',
    ...specifications.map(({ tree }) => tree),
    '</SPECIFICATIONS>\n</REQ-IF-CONTENT>\n</CORE-CONTENT>\n</REQ-IF>\n',
  ].join('')
}
