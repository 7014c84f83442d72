import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { planImport } from '#schema/rules/excel/excel-rows.ts'
import { guessTable } from '#schema/rules/excel/guess/guess-table.ts'
import { sheetScore } from '#schema/rules/excel/guess/rank-sheets.ts'
import { prepareTable, textsByRow } from '#schema/rules/excel/prepare-table.ts'
import { recallMapping, rememberMapping } from '#schema/rules/excel/remembered-mapping.ts'
import { newId } from '../../lib/new-id.ts'
import type { SheetChoice } from './import-steps.tsx'

/** A sheet that can become a document. */
export interface SheetPick {
  /** The id of the document to be. */
  documentId: string
  /** The sheet, or the text of the column, that it is made of. */
  label: string
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
  if (mapping === null) return choice
  const { only } = choice.mapping
  return { ...choice, mapping: { ...mapping, ...(only === undefined ? {} : { only }) } }
}

/** All sheets of the file; those that look like requirements are taken. */
export const pickSheets = (chosen: SheetChoice): SheetPick[] =>
  chosen.file.sheets.map((sheet, sheetIndex) => {
    const guess = guessTable(sheet)
    const { headerRow, names, mapping } = guess
    const own = { file: chosen.file, sheetIndex, headerRow, names, mapping }
    const isChosen = sheetIndex === chosen.sheetIndex
    return {
      ...{ documentId: newId(), label: sheet.name },
      choice: isChosen ? chosen : chosen.isMapped === true ? withMappingOf(own, chosen) : own,
      name: sheet.name.trim().slice(0, 200) || `${sheetIndex + 1}`,
      isTaken: sheet.isHidden !== true && (isChosen || sheetScore(sheet, guess) > LOWEST_SCORE),
    }
  })

const MOST_DOCUMENTS = 50

/** The rows of the sheet that has been chosen, as they are without a choice of documents. */
const chosenRows = ({ file, sheetIndex, headerRow, mapping }: SheetChoice) => {
  const { only: _only, ...whole } = mapping
  const sheet = file.sheets[sheetIndex] ?? { rows: [], merges: [] }
  return prepareTable(sheet, headerRow, { ...whole, duplicates: 'refuse' })
}

/** The texts of a column; one more than the most documents means too many. */
const documentsIn = (
  { rows, headerRow }: ReturnType<typeof chosenRows>,
  column: number,
): Set<string> => {
  const texts = new Set<string>()
  for (const [, text] of textsByRow(rows, headerRow, column)) {
    texts.add(text)
    if (texts.size > MOST_DOCUMENTS) break
  }
  return texts
}

/** The columns of the chosen sheet whose texts can name documents: few texts for many rows. */
export const documentColumns = (choice: SheetChoice): { column: number; name: string }[] => {
  const table = chosenRows(choice)
  const roles = choice.mapping.columns
  return choice.names.flatMap((name, column) => {
    const role = roles[column] ?? 'ignore'
    if (name === '' || role === 'id' || role === 'name' || role === 'description') return []
    const texts = documentsIn(table, column)
    const isFew = texts.size >= 2 && texts.size <= MOST_DOCUMENTS
    const isLong = [...texts].some((text) => text.length > 200)
    return isFew && !isLong ? [{ column, name }] : []
  })
}

/** A document for each text of a column, which is then no section or field. */
export const pickTexts = (choice: SheetChoice, column: number): SheetPick[] => {
  const { mapping } = choice
  const columns = mapping.columns.map((role, at) => (at === column ? 'ignore' : role))
  return [...documentsIn(chosenRows(choice), column)].map((text) => ({
    documentId: newId(),
    label: text,
    name: text === '' ? mapping.defaultSection : text.replace(/\s+/g, ' '),
    choice: { ...choice, mapping: { ...mapping, columns, only: { column, text } } },
    isTaken: true,
  }))
}

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
