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
import type { QuestionName, Questions, SheetGuess } from './questions.ts'

export const guessOf = ({ headerRow, names, mapping }: TableGuess): SheetGuess => ({
  headerRow,
  names,
  mapping,
})

interface Existing {
  requirements: ExistingRequirement[]
  sections: ExistingSection[]
}
const NOTHING: Existing = { requirements: [], sections: [] }

type Answers = {
  [N in QuestionName]: (question: Questions[N]['ask']) => Questions[N]['answer']
}

/** Answers questions about sheets. It keeps the last plan, whose rows are fetched in pages. */
export const answersAbout = (sheets: readonly ParsedSheet[]): Answers => {
  const sheetAt = (index: number): ParsedSheet =>
    sheets[index] ?? { name: '', rows: [], merges: [] }
  let existing: Existing = { requirements: [], sections: [] }
  let last: { key: string; plan: ImportPlan } | null = null
  const planOf = (reading: Questions['plan']['ask']): ImportPlan => {
    const key = JSON.stringify(reading)
    if (last?.key === key) return last.plan
    const { sheetIndex, headerRow, mapping, isNew } = reading
    const table = prepareTable(sheetAt(sheetIndex), headerRow, mapping)
    const plan = planImport({ ...table, existing: isNew ? NOTHING : existing, newId })
    last = { key, plan }
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
      if (isFirst) existing = { requirements: [], sections: [] }
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

/** Answers a question by its name. */
export const answerOf = <N extends QuestionName>(
  answers: Answers,
  name: N,
  question: Questions[N]['ask'],
): Questions[N]['answer'] => answers[name](question)
