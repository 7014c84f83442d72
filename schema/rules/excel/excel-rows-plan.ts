import type { Parameter } from '../../entities/parameter.ts'
import type { Requirement, Section } from '../../entities/structure.ts'
import type { CellRows } from './excel-rows-cells.ts'
import type { CellProblem } from './excel-rows-columns.ts'
import type { HandEdits } from './import-changes.ts'
import type { ImportMapping } from './excel-rows-mapping.ts'

export const MAX_NAME_LENGTH = 2_000
export const MAX_SECTION_LENGTH = 200
export const MAX_ID_LENGTH = 100
/** The most characters of a requirement's whole definition in a command. */
export const MAX_DEFINITION_LENGTH = 500_000

export type ExistingRequirement = Pick<
  Requirement,
  'id' | 'fullId' | 'sourceId' | 'name' | 'definition' | 'sectionId' | 'imported'
> &
  Partial<Pick<Requirement, 'version' | 'vendorHelp'>>
export type ExistingSection = Pick<Section, 'id' | 'name'>

export interface ImportInput {
  rows: CellRows
  /** The row with the column names, from 1; 0 = none. */
  headerRow: number
  mapping: ImportMapping
  /** The content of the document, in order. */
  existing: { requirements: readonly ExistingRequirement[]; sections: readonly ExistingSection[] }
  newId: () => string
}

export type RowProblemCode =
  | CellProblem['code']
  | 'idTwice'
  | 'idAmbiguous'
  | 'nameMissing'
  | 'rowTooLong'

export interface RowProblem {
  row: number
  /** In the specification's numbering, where the first data row is line 2. */
  line: number
  column: number
  /** For example B7. */
  address: string
  code: RowProblemCode
  detail: Record<string, string | number>
}

export interface PlannedCreate {
  row: number
  id: string
  sourceId: string | null
  sectionId: string
  sectionName: string
  name: string
  definition: string
  /** From comments on the cells of the row. */
  vendorHelp?: string
  /** Marks of all its texts. */
  imported: string
}

/** Names only the changed parameters, so that it does not conflict with edits of others. */
export interface ImportPatch {
  name?: string
  vendorHelp?: string
  definitionPart?: { content: { parameters: Record<string, Parameter> } }
  imported?: string
}

export interface PlannedUpdate {
  row: number
  id: string
  label: string
  name: string
  patch: ImportPatch
  /** The section that the row names, if the requirement is in another one. */
  moveTo: string | null
  /** The changes: 'name', 'section' or the label of a parameter. */
  changed: string[]
  edits: HandEdits
}

/** What to do with requirements that the file does not contain; absent = they stay. */
export type MissingAction =
  | { kind: 'delete'; ids: string[] }
  | { kind: 'exclude'; ids: string[]; reason: string }

export interface ImportPlan {
  /** The sections to create, in the order of the file. */
  sections: { id: string; name: string }[]
  /** The ids of those that the file has without rows. */
  emptySections?: string[]
  creates: PlannedCreate[]
  updates: PlannedUpdate[]
  unchanged: { row: number; id: string; label: string; name: string }[]
  refused: RowProblem[]
  refusedRows: number
  /** The ids of refused rows, or the addresses of those without an id. */
  invalidIds: string[]
  /** Requirements of the document that the file does not contain. */
  missing: { id: string; label: string; name: string }[]
  missingAction?: MissingAction
  /** Ids of the file that are unknown to the document, if other ids are known. */
  unknownIds: string[]
  /** The number of rows created for lack of an id; a second import would create them again. */
  withoutId: number
}
