import type { Parameter } from '../../entities/parameter.ts'
import type { Requirement, Section } from '../../entities/structure.ts'
import type { CellRows } from './excel-rows-cells.ts'
import type { CellProblem } from './excel-rows-columns.ts'
import type { ImportMapping } from './excel-rows-mapping.ts'

export const MAX_NAME_LENGTH = 2_000
export const MAX_SECTION_LENGTH = 200
export const MAX_ID_LENGTH = 100
/** Characters of a requirement's whole definition, as a command may carry them. */
export const MAX_DEFINITION_LENGTH = 500_000

export type ExistingRequirement = Pick<
  Requirement,
  'id' | 'fullId' | 'sourceId' | 'name' | 'definition' | 'sectionId'
>
export type ExistingSection = Pick<Section, 'id' | 'name'>

export interface ImportInput {
  rows: CellRows
  /** The row with the column names, from 1; 0 = the file has none. */
  headerRow: number
  mapping: ImportMapping
  /** What the document holds, in its order. */
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
  /** As the spec counts: the first row of data is line 2. */
  line: number
  column: number
  /** B7 */
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
}

/**
 * Names only the parameters that change, so that another person's edit of another one is no
 * conflict.
 */
export interface ImportPatch {
  name?: string
  definitionPart?: { content: { parameters: Record<string, Parameter> } }
}

export interface PlannedUpdate {
  row: number
  id: string
  label: string
  name: string
  patch: ImportPatch
  /** The section the row names, where it is not the one the requirement stands in. */
  moveTo: string | null
  /** What changes: 'name', 'section' or a parameter's label. */
  changed: string[]
}

export interface ImportPlan {
  /** To be created, in the order of their first row. */
  sections: { id: string; name: string }[]
  creates: PlannedCreate[]
  updates: PlannedUpdate[]
  unchanged: { row: number; id: string; label: string; name: string }[]
  refused: RowProblem[]
  refusedRows: number
  /** Requirements of the document that the file does not name: reported, never deleted. */
  missing: { id: string; label: string; name: string }[]
  /** Ids of the file that the document did not know, where it knew others of them. */
  unknownIds: string[]
  /** Rows that are created because their id is empty: a second import would create them again. */
  withoutId: number
}
