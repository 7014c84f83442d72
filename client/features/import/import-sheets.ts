import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { planImport } from '#schema/rules/excel/excel-rows.ts'
import { guessTable } from '#schema/rules/excel/guess/guess-table.ts'
import { sheetScore } from '#schema/rules/excel/guess/rank-sheets.ts'
import { prepareTable } from '#schema/rules/excel/prepare-table.ts'
import { recallMapping, rememberMapping } from '#schema/rules/excel/remembered-mapping.ts'
import { suggestPrefix } from '#schema/rules/project/numbering.ts'
import { mutate, type MutateOptions, newId } from '../../lib/mutate.ts'
import { readRow, readRows } from '../../lib/project-store.ts'
import type { SheetChoice } from './import-steps.tsx'
import { type ImportProgress, type ImportTarget, runImport } from './run-import.ts'

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

interface SheetsRun {
  /** The document from which the import was opened; the new ones stand behind it. */
  target: ImportTarget
  picks: readonly SheetPick[]
  undo: Required<Pick<MutateOptions, 'undoGroup' | 'undoLabel'>>
  signal: AbortSignal
  onProgress: (progress: ImportProgress) => void
}

/** A prefix for a name without Latin letters. */
const OTHER_PREFIX = 'DOC'

/** Writes each sheet as a document, all as one undo of the document that the import began at. */
export const importSheets = async (run: SheetsRun): Promise<void> => {
  const { target, picks, undo, signal, onProgress } = run
  const { projectId, documentId: scope } = target
  const packageId = readRow(projectId, 'document', scope)?.packageId
  if (packageId === undefined) return
  const prefixes = readRows(projectId, 'document', { projectId }).map(({ prefix }) => prefix)
  const total = picks.reduce((sum, { choice }) => sum + planOfNew(choice).creates.length, 0)
  let created = 0
  let after = scope
  for (const { documentId, choice, name } of picks) {
    if (signal.aborted) return
    const prefix = suggestPrefix(name, prefixes) || suggestPrefix(OTHER_PREFIX, prefixes)
    prefixes.push(prefix)
    await mutate(
      'documents.create',
      { projectId, id: documentId, packageId, name: name.trim(), prefix, after },
      { ...undo, scope },
    )
    after = documentId
    const before = created
    await runImport({
      target: { projectId, documentId },
      plan: planOfNew(choice),
      ownerId: undefined,
      ...{ undo, scope, signal },
      onProgress: (progress) => {
        created = before + progress.created
        onProgress({ done: created, total, created, updated: 0 })
      },
    })
  }
}
