import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { planImport } from '#schema/rules/excel/excel-rows.ts'
import { guessTable } from '#schema/rules/excel/guess/guess-table.ts'
import { sheetScore } from '#schema/rules/excel/guess/rank-sheets.ts'
import { prepareTable } from '#schema/rules/excel/prepare-table.ts'
import { recallMapping, rememberMapping } from '#schema/rules/excel/remembered-mapping.ts'
import { newId } from '../../lib/new-id.ts'
import type { SheetChoice } from './import-steps.tsx'

/** A sheet that can become a document. */
export interface SheetPick {
  /** The id of the document to be. */
  documentId: string
  choice: SheetChoice
  name: string
  isTaken: boolean
}

/** Lists of requirements score more; covers, instructions and values score less. */
const LOWEST_SCORE = 3

/** The choice for another sheet: the same mapping if its columns have the same names. */
const withMappingOf = (choice: SheetChoice, model: SheetChoice): SheetChoice => {
  const remembered = rememberMapping(model.names, model.mapping)
  const mapping =
    remembered === null ? null : recallMapping(choice.names, choice.mapping, remembered)
  return mapping === null ? choice : { ...choice, mapping }
}

/** All sheets of the file; those that look like requirements are taken. */
export const pickSheets = (chosen: SheetChoice): SheetPick[] =>
  chosen.file.sheets.map((sheet, sheetIndex) => {
    const guess = guessTable(sheet)
    const { headerRow, names, mapping } = guess
    const own = { file: chosen.file, sheetIndex, headerRow, names, mapping }
    const isChosen = sheetIndex === chosen.sheetIndex
    return {
      documentId: newId(),
      choice: isChosen ? chosen : chosen.isMapped === true ? withMappingOf(own, chosen) : own,
      name: sheet.name.trim().slice(0, 200) || `${sheetIndex + 1}`,
      isTaken: sheet.isHidden !== true && (isChosen || sheetScore(sheet, guess) > LOWEST_SCORE),
    }
  })

/** Reads all sheets with the same columns as one of them is read. */
export const mapAlike = (picks: readonly SheetPick[], model: SheetChoice): SheetPick[] =>
  picks.map((pick) =>
    pick.choice === model ? pick : { ...pick, choice: withMappingOf(pick.choice, model) },
  )

const plans = new WeakMap<SheetChoice, ImportPlan>()

/** The plan of an import into a document that does not exist yet. */
export const planOfNew = (choice: SheetChoice): ImportPlan => {
  const known = plans.get(choice)
  if (known !== undefined) return known
  const { file, sheetIndex, headerRow, mapping } = choice
  const sheet = file.sheets[sheetIndex] ?? { rows: [], merges: [] }
  const plan = planImport({
    ...prepareTable(sheet, headerRow, mapping),
    ...{ existing: { requirements: [], sections: [] }, newId },
  })
  plans.set(choice, plan)
  return plan
}
