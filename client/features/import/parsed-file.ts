import type { CheckedReqif } from '#schema/rules/reqif/check-reqif.ts'
import type { CellRows, MergedRange } from '#schema/rules/excel/excel-rows-cells.ts'

export interface ParsedSheet {
  name: string
  rows: CellRows
  merges: readonly MergedRange[]
  /** Set if the program that wrote the workbook does not show the sheet. */
  isHidden?: boolean
}

export interface ParsedFile {
  fileName: string
  kind: 'workbook' | 'csv' | 'reqif'
  sheets: readonly ParsedSheet[]
  /** For a CSV: the detected encoding and delimiter. */
  encoding?: string
  delimiter?: string
  /** For ReqIF, which has no sheets until its attributes are matched. */
  reqif?: ReqifFile
}

export interface ReqifFile {
  checked: CheckedReqif
  /** The other files of an archive, by path as the texts name them. */
  files: ReadonlyMap<string, Uint8Array>
}

export type ParsePhase = 'checking' | 'reading' | 'collecting'
