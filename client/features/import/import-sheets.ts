import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { recallMapping, rememberMapping } from '#schema/rules/excel/remembered-mapping.ts'
import { newId } from '../../lib/new-id.ts'
import type { SheetChoice } from './import-steps.tsx'
import { readingOf, readPlan } from './reader/read-plan.ts'

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
export const pickSheets = async (
  chosen: SheetChoice,
  signal: AbortSignal,
): Promise<SheetPick[]> => {
  const { file } = chosen
  const guesses = await file.reader.run((ask) => ask('guessAll', null), signal)
  return guesses.flatMap(({ guess, score }, sheetIndex) => {
    const sheet = file.sheets[sheetIndex]
    if (sheet === undefined) return []
    const own = { file, sheetIndex, ...guess }
    const isChosen = sheetIndex === chosen.sheetIndex
    return {
      ...{ documentId: newId(), label: sheet.name },
      choice: isChosen ? chosen : chosen.isMapped === true ? withMappingOf(own, chosen) : own,
      name: sheet.name.trim().slice(0, 200) || `${sheetIndex + 1}`,
      isTaken: sheet.isHidden !== true && (isChosen || score > LOWEST_SCORE),
    }
  })
}

/** The columns of the chosen sheet whose texts can name documents: few texts for many rows. */
export const documentColumns = (
  choice: SheetChoice,
  signal: AbortSignal,
): Promise<readonly { column: number; name: string }[]> => {
  const { file, names } = choice
  const question = { ...readingOf(choice), names }
  return file.reader.run((ask) => ask('documentColumns', question), signal)
}

/** A document for each text of a column, which is then no section or field. */
export const pickTexts = async (
  choice: SheetChoice,
  column: number,
  signal: AbortSignal,
): Promise<SheetPick[]> => {
  const { mapping, file } = choice
  const columns = mapping.columns.map((role, at) => (at === column ? 'ignore' : role))
  const question = { ...readingOf(choice), column }
  const texts = await file.reader.run((ask) => ask('documentTexts', question), signal)
  return texts.map((text) => ({
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
export const planOfNew = async (choice: SheetChoice, signal: AbortSignal): Promise<ImportPlan> => {
  const known = plans.get(choice)
  if (known !== undefined) return known
  const plan = await readPlan(choice.file.reader, { reading: choice, existing: null }, signal)
  plans.set(choice, plan)
  return plan
}
