/** The content of a ReqIF file, as its elements say it; references are not resolved. */
export const REQIF_KINDS = [
  'BOOLEAN',
  'INTEGER',
  'REAL',
  'STRING',
  'DATE',
  'ENUMERATION',
  'XHTML',
] as const
export type ReqifKind = (typeof REQIF_KINDS)[number]

interface Named {
  id: string
  /** LONG-NAME; '' = none. */
  name: string
  /** Line of the element, from 1. */
  line: number
}
export interface ReqifDatatype extends Named {
  kind: ReqifKind
  /** The choices of an enumeration. */
  values: Named[]
}
export interface ReqifAttribute extends Named {
  kind: ReqifKind
  datatypeId: string
  isMulti: boolean
}
export interface ReqifType extends Named {
  of: 'object' | 'specification' | 'relation' | 'group'
  attributes: ReqifAttribute[]
}
export interface ReqifValue {
  kind: ReqifKind
  attributeId: string
  /** The text of the value; of XHTML the markup without prefixes, as `xhtml.ts` writes it. */
  raw: string
  /** The chosen values of an enumeration. */
  refs: string[]
  line: number
}
export interface ReqifObject extends Named {
  typeId: string
  values: ReqifValue[]
}
/** One place of an object in the tree of a specification; nodes are listed in reading order. */
export interface ReqifNode {
  /** '' = none. */
  id: string
  objectId: string
  /** 1 = directly below the specification. */
  depth: number
  line: number
}
export interface ReqifSpecification extends Named {
  /** Its alternative identifier; '' = none. */
  alternative: string
  nodes: ReqifNode[]
  values: ReqifValue[]
}
export interface ReqifRelation extends Named {
  typeId: string
  source: string
  target: string
  values: ReqifValue[]
}
export interface Reqif {
  header: { title: string; tool: string; sourceTool: string }
  datatypes: ReqifDatatype[]
  types: ReqifType[]
  objects: ReqifObject[]
  specifications: ReqifSpecification[]
  relations: ReqifRelation[]
}

export const REQIF_LIMITS = {
  /** Elements inside each other. */
  depth: 200,
  objects: 50_000,
  /** Places in the trees of all specifications. */
  nodes: 200_000,
  relations: 200_000,
  values: 2_000_000,
  /** Types, attributes, datatypes and choices. */
  definitions: 20_000,
  /** Columns that are guessed to become fields; a requirement has at most 200 fields. */
  fields: 190,
  /** Problems that are listed. */
  problems: 1_000,
} as const

/** Why a file cannot be read at all. */
export const REQIF_ERRORS = [
  'notReqif',
  'reqifBroken',
  'reqifDocumentType',
  'reqifTooDeep',
  'reqifTooLarge',
] as const
export type ReqifErrorCode = (typeof REQIF_ERRORS)[number]

export class ReqifError extends Error {
  readonly code: ReqifErrorCode
  readonly line: number
  constructor(code: ReqifErrorCode, line: number) {
    super(code)
    this.name = 'ReqifError'
    this.code = code
    this.line = line
  }
}
