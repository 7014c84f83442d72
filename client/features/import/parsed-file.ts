import type { CheckedReqif } from '#schema/rules/reqif/check-reqif.ts'
import type { CellRows, MergedRange } from '#schema/rules/excel/excel-rows-cells.ts'
import type { SheetDetails } from '#schema/rules/excel/sheet-details.ts'
import type { SheetGuess } from './reader/questions.ts'
import type { SheetOutline } from './reader/sheet-outline.ts'
import type { SheetReader } from './reader/sheet-reader.ts'
import type { ReqifOutline } from './reqif/reqif-questions.ts'

export interface ParsedSheet extends SheetDetails {
  name: string
  rows: CellRows
  merges: readonly MergedRange[]
  /** Set if the program that wrote the workbook does not show the sheet. */
  isHidden?: boolean
}

export const TEXT_ENCODINGS = [
  'UTF-8',
  'UTF-16LE',
  'UTF-16BE',
  'Windows-1250',
  'Windows-1252',
] as const
export type TextEncoding = (typeof TEXT_ENCODINGS)[number]

export const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** How a text file is to be read; what is absent is guessed. */
export interface TextReading {
  encoding?: TextEncoding
  delimiter?: Delimiter
}

export interface ParsedFile {
  fileName: string
  kind: 'workbook' | 'csv' | 'reqif' | 'text' | 'word'
  sheets: readonly ParsedSheet[]
  /** For a CSV: the encoding and delimiter that it was read with. */
  encoding?: TextEncoding
  delimiter?: string
  /** Of several files, those without a list; they give no sheet. */
  withoutList?: readonly string[]
  /** For Word: pieces of text that the program does not show; they are left out. */
  hiddenTexts?: number
  /** The file itself; a text can be read again in another way. */
  source?: File
  /** For ReqIF, which has no sheets until its attributes are matched. */
  reqif?: ReqifFile
}

export interface ReqifFile {
  checked: CheckedReqif
  /** The other files of an archive, by path as the texts name them. */
  files: ReadonlyMap<string, Uint8Array>
}

/** A file whose cells or objects stay with its reader. */
export interface OpenFile extends Omit<ParsedFile, 'sheets' | 'reqif'> {
  sheets: readonly SheetOutline[]
  reqif?: ReqifOutline
  /** The sheet that looks most like requirements, as it looks; ReqIF has none. */
  best?: BestSheet
  reader: SheetReader
}
export interface BestSheet {
  sheetIndex: number
  guess: SheetGuess
}

/** Which of several files is being read. */
export interface FilePlace {
  fileName: string
  /** From 1. */
  at: number
  of: number
}
export type OnPhase = (phase: ParsePhase, place?: FilePlace) => void

export type ParsePhase = 'checking' | 'reading' | 'collecting' | 'guessing'
