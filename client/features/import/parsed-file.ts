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
  kind: 'workbook' | 'csv'
  sheets: readonly ParsedSheet[]
  /** For a CSV: the detected encoding and delimiter. */
  encoding?: string
  delimiter?: string
}

export type ParsePhase = 'checking' | 'reading' | 'collecting'
