import type { Condition } from '../../entities/parameter.ts'

/**
 * The words of a workbook in the language of the person who exports it. The workbook keeps those
 * that a cell may hold, so that a person with another language can import it.
 */
export interface BookWords {
  id: string
  section: string
  requirement: string
  help: string
  release: string
  yes: string
  no: string
  availableNow: string
  notPlanned: string
  /** Says that a cell takes 0 to 100. */
  percent: string
  /** Says that the spreadsheet cannot change the files of an answer. */
  files: string
  required: string
  requiredIf: (condition: string) => string
  onlyIf: (condition: string) => string
  and: string
  or: string
  operators: Readonly<Record<Condition['op'], string>>
}

/** The words that a cell of an answer may hold. */
export type CellWords = Pick<BookWords, 'yes' | 'no' | 'availableNow' | 'notPlanned'>
