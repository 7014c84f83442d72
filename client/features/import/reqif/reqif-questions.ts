import type { ImportMapping } from '#schema/rules/excel/excel-rows-mapping.ts'
import type { ReqifProblem } from '#schema/rules/reqif/check-reqif.ts'
import type { ReqifColumn, ReqifRole } from '#schema/rules/reqif/reqif-columns.ts'
import type { ReqifDocument } from '#schema/rules/reqif/reqif-documents.ts'
import type { ReqifTable } from '#schema/rules/reqif/reqif-table.ts'
import type { TargetDocument } from '#schema/rules/reqif/reqif-targets.ts'

/** What a person sees of the attributes that share a name. */
export type AttributeColumn = Pick<ReqifColumn, 'label' | 'filled' | 'samples' | 'roles' | 'role'>

/** What the page shows of a specification, whose objects are with the reader. */
export interface SpecificationOutline extends Pick<
  ReqifDocument,
  'id' | 'name' | 'headings' | 'repeated'
> {
  objectCount: number
}

/** What the page shows of a ReqIF file. */
export interface ReqifOutline {
  specifications: readonly SpecificationOutline[]
  /** The largest specification, with its attributes. */
  best: { at: number; columns: readonly AttributeColumn[] }
  /** The program that wrote the file; '' = not known. */
  tool: string
  relationCount: number
  /** The first problems. */
  problems: readonly ReqifProblem[]
  problemCount: number
  /** The other files of an archive, by path as the texts name them. */
  files: ReadonlyMap<string, Uint8Array>
}

/** A specification as a sheet, whose rows are with the reader at the position of the specification. */
export interface SpecifiedTable {
  mapping: ImportMapping
  /** The names of the columns. */
  names: readonly string[]
  /** Paths of the files that the object of a row names, for rows with files, by row from 1. */
  files: ReqifTable['files']
}

/** Some requirements of a document that a specification can update. */
export interface TargetPart {
  /** It replaces the documents that were sent before. */
  isFirst: boolean
  target: TargetDocument
}

/** What the page asks about a ReqIF file, and the answers. `at`: the specification's position. */
export interface ReqifQuestions {
  attributes: { ask: { at: number }; answer: readonly AttributeColumn[] }
  /** Compares with the document that was sent before. */
  specifiedTable: { ask: { at: number; roles: readonly ReqifRole[] }; answer: SpecifiedTable }
  targetPart: { ask: TargetPart; answer: null }
  /** The documents that the specifications update; null = it is new. */
  targets: { ask: null; answer: readonly (string | null)[] }
}
