import {
  type Reqif,
  REQIF_KINDS,
  REQIF_LIMITS,
  type ReqifAttribute,
  type ReqifDatatype,
  ReqifError,
  type ReqifKind,
  type ReqifNode,
  type ReqifObject,
  type ReqifRelation,
  type ReqifSpecification,
  type ReqifType,
  type ReqifValue,
} from './reqif-model.ts'
import { safeXhtml } from './safe-xhtml.ts'
import { escapeAttribute, escapeText } from './xhtml.ts'

export interface XmlElement {
  /** With its prefix, which may be anything. */
  name: string
  attributes: Readonly<Record<string, string>>
  /** From 1. */
  line: number
}
/** Takes the events of an XML parser, in order. */
export interface ReqifReader {
  open(element: XmlElement): void
  text(text: string): void
  close(name: string, line: number): void
  /** Throws ReqifError if the events were no ReqIF. */
  result(): Reqif
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)
const KIND = /^(DATATYPE-DEFINITION|ATTRIBUTE-DEFINITION|ATTRIBUTE-VALUE)-([A-Z]+)$/
const isKind = (text: string): text is ReqifKind =>
  (REQIF_KINDS as readonly string[]).includes(text)
const TYPES: Readonly<Record<string, ReqifType['of']>> = {
  'SPEC-OBJECT-TYPE': 'object',
  'SPECIFICATION-TYPE': 'specification',
  'SPEC-RELATION-TYPE': 'relation',
  'RELATION-GROUP-TYPE': 'group',
}

/** Names in a file can be those of any object, such as `constructor`. */
const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

interface State {
  reqif: Reqif
  /** Local names of the open elements. */
  path: string[]
  datatype: ReqifDatatype | null
  type: ReqifType | null
  attribute: ReqifAttribute | null
  object: ReqifObject | null
  specification: ReqifSpecification | null
  relation: ReqifRelation | null
  value: ReqifValue | null
  nodes: ReqifNode[]
  counts: { nodes: number; values: number; definitions: number }
  /** The text of the element that is open. */
  words: string[]
  /** The markup of an XHTML value, from its opening to its end. */
  markup: { parts: string[]; depth: number } | null
}

const limit = (isOver: boolean, line: number): void => {
  if (isOver) throw new ReqifError('reqifTooLarge', line)
}
const named = ({ attributes, line }: XmlElement) => ({
  id: (attributes['IDENTIFIER'] ?? '').trim(),
  name: (attributes['LONG-NAME'] ?? '').trim(),
  line,
})

const openKind = (state: State, element: XmlElement, [, of, kind]: RegExpExecArray): void => {
  if (kind === undefined || !isKind(kind)) return
  if (of === 'DATATYPE-DEFINITION') {
    state.datatype = { ...named(element), kind, values: [] }
    state.reqif.datatypes.push(state.datatype)
  } else if (of === 'ATTRIBUTE-DEFINITION') {
    const isMulti = element.attributes['MULTI-VALUED']?.trim() === 'true'
    state.attribute = { ...named(element), kind, datatypeId: '', isMulti }
    state.type?.attributes.push(state.attribute)
  } else {
    const raw = element.attributes['THE-VALUE'] ?? ''
    state.value = { kind, attributeId: '', raw, refs: [], line: element.line }
    state.counts.values += 1
    limit(state.counts.values > REQIF_LIMITS.values, element.line)
    // The default value of a definition belongs to none of them.
    const owner = state.object ?? state.relation ?? state.specification
    owner?.values.push(state.value)
  }
}

const OPENERS: Readonly<Record<string, (state: State, element: XmlElement) => void>> = {
  'ENUM-VALUE': ({ datatype }, element) => datatype?.values.push(named(element)),
  'SPEC-OBJECT': (state, element) => {
    state.object = { ...named(element), typeId: '', values: [] }
    state.reqif.objects.push(state.object)
    limit(state.reqif.objects.length > REQIF_LIMITS.objects, element.line)
  },
  SPECIFICATION: (state, element) => {
    state.specification = { ...named(element), alternative: '', nodes: [], values: [] }
    state.reqif.specifications.push(state.specification)
  },
  'ALTERNATIVE-ID': ({ specification, nodes }, element) => {
    const { id } = named(element)
    if (specification !== null && nodes.length === 0 && id !== '') specification.alternative = id
  },
  'SPEC-HIERARCHY': (state, element) => {
    const { id, line } = named(element)
    const node = { id, objectId: '', depth: state.nodes.length + 1, line }
    state.nodes.push(node)
    state.specification?.nodes.push(node)
    state.counts.nodes += 1
    limit(state.counts.nodes > REQIF_LIMITS.nodes, line)
  },
  'SPEC-RELATION': (state, element) => {
    state.relation = { ...named(element), typeId: '', source: '', target: '', values: [] }
    state.reqif.relations.push(state.relation)
    limit(state.reqif.relations.length > REQIF_LIMITS.relations, element.line)
  },
  'THE-VALUE': (state) => {
    if (state.value?.kind === 'XHTML') state.markup = { parts: [], depth: 0 }
  },
}

const DEFINITION = /^(?:DATATYPE|ATTRIBUTE)-DEFINITION-[A-Z]+$|^ENUM-VALUE$|-TYPE$/

const openElement = (state: State, element: XmlElement, name: string): void => {
  const of = own(TYPES, name)
  const kind = KIND.exec(name)
  if (DEFINITION.test(name)) state.counts.definitions += 1
  limit(state.counts.definitions > REQIF_LIMITS.definitions, element.line)
  if (of !== undefined) {
    state.type = { ...named(element), of, attributes: [] }
    state.reqif.types.push(state.type)
  } else if (kind !== null) openKind(state, element, kind)
  else own(OPENERS, name)?.(state, element)
}

/** What a reference means, by the element around it. */
const refer = (state: State, name: string, id: string): void => {
  const parent = state.path.at(-2)
  const node = state.nodes.at(-1)
  if (name === 'SPEC-OBJECT-REF') {
    if (parent === 'SOURCE' && state.relation !== null) state.relation.source = id
    else if (parent === 'TARGET' && state.relation !== null) state.relation.target = id
    else if (parent === 'OBJECT' && node !== undefined) node.objectId = id
  } else if (name === 'ENUM-VALUE-REF') state.value?.refs.push(id)
  else if (name === 'SPEC-OBJECT-TYPE-REF' && state.object !== null) state.object.typeId = id
  else if (name === 'SPEC-RELATION-TYPE-REF' && state.relation !== null) state.relation.typeId = id
  else if (name.startsWith('DATATYPE-DEFINITION-') && state.attribute !== null)
    state.attribute.datatypeId = id
  else if (name.startsWith('ATTRIBUTE-DEFINITION-') && state.value !== null)
    state.value.attributeId = id
}

const HEADER: Readonly<Record<string, keyof Reqif['header']>> = {
  TITLE: 'title',
  'REQ-IF-TOOL-ID': 'tool',
  'SOURCE-TOOL-ID': 'sourceTool',
}

const CLOSERS: Readonly<Record<string, (state: State) => void>> = {
  'SPEC-OBJECT': (state) => (state.object = null),
  SPECIFICATION: (state) => (state.specification = null),
  'SPEC-HIERARCHY': (state) => state.nodes.pop(),
  'SPEC-RELATION': (state) => (state.relation = null),
}

const closeElement = (state: State, name: string): void => {
  const text = state.words.join('').trim()
  const header = own(HEADER, name)
  if (name.endsWith('-REF')) refer(state, name, text)
  else if (header !== undefined && state.path.includes('REQ-IF-HEADER'))
    state.reqif.header[header] = text
  else if (own(TYPES, name) !== undefined) state.type = null
  else if (name.startsWith('ATTRIBUTE-DEFINITION-')) state.attribute = null
  else if (name.startsWith('ATTRIBUTE-VALUE-')) state.value = null
  else if (name.startsWith('DATATYPE-DEFINITION-')) state.datatype = null
  else own(CLOSERS, name)?.(state)
}

const openMarkup = (markup: NonNullable<State['markup']>, name: string, of: XmlElement): void => {
  const attributes = Object.entries(of.attributes)
    .filter(([key]) => !key.startsWith('xmlns') && !key.includes(':'))
    .toSorted(([some], [other]) => (some < other ? -1 : 1))
    .map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`)
  markup.parts.push(`<${name}${attributes.join('')}>`)
  markup.depth += 1
}

/** Reads ReqIF from the events of an XML parser, in memory bounded by REQIF_LIMITS. */
export const reqifReader = (): ReqifReader => {
  const state: State = {
    reqif: {
      header: { title: '', tool: '', sourceTool: '' },
      ...{ datatypes: [], types: [], objects: [], specifications: [], relations: [] },
    },
    ...{ datatype: null, type: null, attribute: null, object: null, specification: null },
    ...{ relation: null, value: null, nodes: [], counts: { nodes: 0, values: 0, definitions: 0 } },
    ...{ path: [], words: [], markup: null },
  }
  let skipped = 0
  return {
    open: (element) => {
      const name = local(element.name)
      if (state.path.length === 0 && name !== 'REQ-IF')
        throw new ReqifError('notReqif', element.line)
      if (state.path.length >= REQIF_LIMITS.depth)
        throw new ReqifError('reqifTooDeep', element.line)
      state.path.push(name)
      if (skipped > 0 || name === 'TOOL-EXTENSIONS') skipped += 1
      else if (state.markup !== null) openMarkup(state.markup, name, element)
      else {
        state.words = []
        openElement(state, element, name)
      }
    },
    text: (text) => {
      if (skipped > 0) return
      if (state.markup === null) state.words.push(text)
      else state.markup.parts.push(escapeText(text))
    },
    close: (full) => {
      const name = local(full)
      const { markup, value } = state
      if (skipped > 0) skipped -= 1
      else if (markup !== null && markup.depth > 0) {
        markup.depth -= 1
        markup.parts.push(`</${name}>`)
      } else if (markup !== null) {
        if (value !== null) value.raw = safeXhtml(markup.parts.join('')).trim()
        state.markup = null
      } else closeElement(state, name)
      state.path.pop()
      state.words = []
    },
    result: () => state.reqif,
  }
}
