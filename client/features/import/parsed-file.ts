import type { CellRows, MergedRange } from '#schema/rules/excel/excel-rows-cells.ts'

export interface ParsedSheet {
  name: string
  rows: CellRows
  merges: readonly MergedRange[]
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
