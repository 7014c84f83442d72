import type { HeaderGuess } from '#schema/rules/excel/guess/header.ts'
import type { TableGuess } from '#schema/rules/excel/guess/guess-table.ts'
import type { ImportMapping } from '#schema/rules/excel/excel-rows-mapping.ts'
import type {
  ExistingRequirement,
  ExistingSection,
  ImportPlan,
} from '#schema/rules/excel/excel-rows-plan.ts'
import type { MappingDoubt } from '../mapping-doubts.ts'
import type { ReqifQuestions } from '../reqif/reqif-questions.ts'

/** How a sheet is read as it looks. */
export type SheetGuess = Pick<TableGuess, 'headerRow' | 'names' | 'mapping'>

/** How a sheet is to be read. */
export interface SheetReading {
  sheetIndex: number
  /** From 1; 0 = no header row. */
  headerRow: number
  mapping: ImportMapping
}

export interface ColumnFacts {
  columns: readonly {
    header: string
    /** It has a name in the header row. */
    isNamed: boolean
    /** Its first distinct values, as its role takes them. */
    samples: readonly string[]
  }[]
  /** The first sections that each source gives. */
  sections: { headings: readonly string[]; ids: readonly string[]; names: readonly string[] }
}

/** The lists of a plan, which are sent in pages. */
export const PLAN_LISTS = [
  'sections',
  'creates',
  'updates',
  'unchanged',
  'refused',
  'invalidIds',
  'missing',
  'unknownIds',
] as const satisfies readonly (keyof ImportPlan)[]
export type PlanList = (typeof PLAN_LISTS)[number]

/** What a plan does, in numbers. */
export interface PlanFacts {
  lengths: Readonly<Record<PlanList, number>>
  refusedRows: number
  withoutId: number
  /** The sections that new requirements are in. */
  filledSections: number
  doubts: readonly { doubt: MappingDoubt; rows: number }[]
}

/** A part of the document that a plan compares with; the first one replaces what was sent before. */
export interface ExistingPart {
  isFirst: boolean
  requirements: readonly ExistingRequirement[]
  sections: readonly ExistingSection[]
}

/** What the page asks about sheets, and the answers. */
export interface SheetQuestions {
  guess: { ask: { sheetIndex: number; header?: HeaderGuess | undefined }; answer: SheetGuess }
  /** How each sheet looks, and how much like requirements. */
  guessAll: { ask: null; answer: readonly { guess: SheetGuess; score: number }[] }
  columns: { ask: SheetReading; answer: ColumnFacts }
  /** The columns whose texts can name documents. */
  documentColumns: {
    ask: SheetReading & { names: readonly string[] }
    answer: readonly { column: number; name: string }[]
  }
  documentTexts: { ask: SheetReading & { column: number }; answer: readonly string[] }
  existing: { ask: ExistingPart; answer: null }
  /** `isNew`: into an empty document instead of the existing one. */
  plan: { ask: SheetReading & { isNew: boolean }; answer: PlanFacts }
  /** Some rows of the last plan. */
  planPage: { ask: { list: PlanList; from: number }; answer: readonly unknown[] }
}
/** What the page asks of a reader, and the answers; only the reader of a ReqIF file answers all. */
export interface Questions extends SheetQuestions, ReqifQuestions {}
export type QuestionName = keyof Questions

/** Asks the reader one question. */
export type Ask = <N extends QuestionName>(
  name: N,
  question: Questions[N]['ask'],
) => Promise<Questions[N]['answer']>
