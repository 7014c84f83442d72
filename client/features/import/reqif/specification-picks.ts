import { chosenPlan, leftRows } from '#schema/rules/excel/chosen-plan.ts'
import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { newId } from '../../../lib/new-id.ts'
import { loadRows, readRow } from '../../../lib/project-store.ts'
import { existingRows } from '../existing-rows.ts'
import type { SheetChoice } from '../import-steps.tsx'
import { pageOf } from '../reader/page-of.ts'
import type { Ask } from '../reader/questions.ts'
import { readPlan } from '../reader/read-plan.ts'
import type { ImportTarget } from '../run-import.ts'
import { type ReqifChoice, sheetOfReqif, withSpecification } from './reqif-choice.ts'

/** A specification that can become a document, or update one. */
export interface SpecificationPick {
  /** Its position in the file. */
  at: number
  /** '' = the objects outside of all specifications. */
  label: string
  /** The document that it updates, or the id of the document to be. */
  documentId: string
  isNew: boolean
  /** The name of that document. */
  name: string
  isTaken: boolean
  /** Requirements edited here are overwritten, too. */
  takesEdited: boolean
}
export interface PlannedSpecification {
  choice: SheetChoice
  plan: ImportPlan
}

/** Gives the reader the identifiers of all requirements of the project, in pages. */
const sendTargets = async (ask: Ask, projectId: string): Promise<void> => {
  let isFirst = true
  for (const { id } of await loadRows(projectId, 'document', { projectId })) {
    const requirements = await loadRows(projectId, 'requirement', { documentId: id })
    for (let from = 0; from === 0 || from < requirements.length;) {
      const page = pageOf(requirements, from)
      const own = page.map((one) => ({ id: one.id, sourceId: one.sourceId }))
      await ask('targetPart', { isFirst, target: { id, requirements: own } })
      isFirst = false
      from += Math.max(1, page.length)
    }
  }
}

/** All specifications of the file; those with objects in a tree are taken. */
export const pickSpecifications = async (
  { file, reqif }: ReqifChoice,
  projectId: string,
  signal: AbortSignal,
): Promise<SpecificationPick[]> => {
  const found = await file.reader.run(async (ask) => {
    await sendTargets(ask, projectId)
    return await ask('targets', null)
  }, signal)
  return reqif.specifications.map(({ id, name, objectCount }, at) => {
    const target = found[at] ?? null
    const known = target === null ? undefined : readRow(projectId, 'document', target)
    return {
      ...{ at, label: name, documentId: target ?? newId(), isNew: target === null },
      name: known?.name ?? name.slice(0, 200),
      isTaken: id !== '' && objectCount > 0,
      takesEdited: false,
    }
  })
}

/** The specification, with the roles that the person gave to attributes of the same name. */
const choiceAt = async (
  choice: ReqifChoice,
  at: number,
  signal: AbortSignal,
): Promise<ReqifChoice> => {
  if (at === choice.at) return choice
  const other = await withSpecification(choice, at, signal)
  const wanted = new Map(choice.columns.map(({ label }, index) => [label, choice.roles[index]]))
  const roles = other.columns.map(({ label, roles: fitting, filled, role }) => {
    const chosen = wanted.get(label)
    // An attribute without values in the other specification was left out for that reason.
    const isGuess = chosen === 'ignore' && filled > 0 && !isIgnoredByChoice(choice, label)
    return chosen === undefined || isGuess || !fitting.includes(chosen) ? role : chosen
  })
  return { ...other, roles }
}
const isIgnoredByChoice = ({ columns, roles }: ReqifChoice, label: string): boolean =>
  columns.some((one, at) => one.label === label && one.role !== 'ignore' && roles[at] === 'ignore')

/** The plan, without changes of edited requirements unless the person wants them. */
export const wantedPlan = (
  plan: ImportPlan,
  { takesEdited }: Pick<SpecificationPick, 'takesEdited'>,
): ImportPlan => (takesEdited ? plan : chosenPlan(plan, { left: leftRows(plan, new Map()) }))

/** Plans what a specification does to its document. */
export const planSpecification = async (
  choice: ReqifChoice,
  { at, ...target }: Pick<SpecificationPick, 'at'> & ImportTarget,
  signal: AbortSignal,
): Promise<PlannedSpecification> => {
  const existing = await existingRows(target)
  const specified = await sheetOfReqif(await choiceAt(choice, at, signal), existing, signal)
  const plan = await readPlan(choice.file.reader, { reading: specified, existing }, signal)
  return { choice: specified, plan }
}
