import { planImport } from '#schema/rules/excel/excel-rows.ts'
import type {
  ExistingRequirement,
  ExistingSection,
  ImportPlan,
} from '#schema/rules/excel/excel-rows-plan.ts'
import { guessTable, type TableGuess } from '#schema/rules/excel/guess/guess-table.ts'
import { sheetScore } from '#schema/rules/excel/guess/rank-sheets.ts'
import { prepareTable } from '#schema/rules/excel/prepare-table.ts'
import { newId } from '../../../lib/new-id.ts'
import type { ParsedSheet } from '../parsed-file.ts'
import { columnFacts } from './column-facts.ts'
import { documentColumns, documentTexts } from './document-columns.ts'
import { planFacts, planPage } from './plan-facts.ts'
import type { QuestionName, Questions, SheetGuess, SheetQuestions } from './questions.ts'
import type { NumberedAnswer, NumberedQuestion } from './worker-channel.ts'

export const guessOf = ({ headerRow, names, mapping }: TableGuess): SheetGuess => ({
  headerRow,
  names,
  mapping,
})

/** The document that plans are compared with. */
export interface Existing {
  requirements: ExistingRequirement[]
  sections: ExistingSection[]
}
export const emptyDocument = (): Existing => ({ requirements: [], sections: [] })

export type Answers<N extends QuestionName = QuestionName> = {
  [K in N]: (question: Questions[K]['ask']) => Questions[K]['answer']
}

/**
 * Answers questions about sheets. It keeps the last plan, whose rows are fetched in pages, and puts
 * the rows of the document that it is sent into `existing`.
 */
export const answersAbout = (
  sheets: readonly ParsedSheet[],
  existing = emptyDocument(),
): Answers<keyof SheetQuestions> => {
  const sheetAt = (index: number): ParsedSheet =>
    sheets[index] ?? { name: '', rows: [], merges: [] }
  let last: { key: string; sheet: ParsedSheet; plan: ImportPlan } | null = null
  const planOf = (reading: Questions['plan']['ask']): ImportPlan => {
    const key = JSON.stringify(reading)
    const { sheetIndex, headerRow, mapping, isNew } = reading
    const sheet = sheetAt(sheetIndex)
    if (last?.key === key && last.sheet === sheet) return last.plan
    const table = prepareTable(sheet, headerRow, mapping)
    const plan = planImport({ ...table, existing: isNew ? emptyDocument() : existing, newId })
    last = { key, sheet, plan }
    return plan
  }
  return {
    guess: ({ sheetIndex, header }) => guessOf(guessTable(sheetAt(sheetIndex), header)),
    guessAll: () =>
      sheets.map((sheet) => {
        const guess = guessTable(sheet)
        return { guess: guessOf(guess), score: sheetScore(sheet, guess) }
      }),
    columns: (reading) => columnFacts(sheetAt(reading.sheetIndex), reading),
    documentColumns: (reading) => documentColumns(sheetAt(reading.sheetIndex), reading),
    documentTexts: (reading) => documentTexts(sheetAt(reading.sheetIndex), reading),
    existing: ({ isFirst, requirements, sections }) => {
      last = null
      if (isFirst) Object.assign(existing, emptyDocument())
      existing.requirements.push(...requirements)
      existing.sections.push(...sections)
      return null
    },
    plan: (reading) => planFacts(planOf(reading)),
    planPage: ({ list, from }) => {
      if (last === null) throw new Error('There is no plan')
      return planPage(last.plan, list, from)
    },
  }
}

const answerOf = <N extends QuestionName>(
  answers: Partial<Answers>,
  name: N,
  question: Questions[N]['ask'],
): Questions[N]['answer'] => {
  const answer: Answers[N] | undefined = answers[name]
  if (answer === undefined) throw new Error(`The reader has no answer to ${name}`)
  return answer(question)
}

/** Answers a numbered question, or says why that failed. */
export const numberedAnswer = (
  answers: Partial<Answers>,
  { no, name, question }: NumberedQuestion,
): NumberedAnswer => {
  try {
    return { no, answer: answerOf(answers, name, question) }
  } catch (error) {
    return { no, failure: error instanceof Error ? error.message : String(error) }
  }
}
