import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { planImport } from '#schema/rules/excel/excel-rows.ts'
import { prepareTable } from '#schema/rules/excel/prepare-table.ts'
import { specificationTargets } from '#schema/rules/reqif/reqif-targets.ts'
import { newId } from '../../../lib/new-id.ts'
import { loadRows, readRow } from '../../../lib/project-store.ts'
import type { SheetChoice } from '../import-steps.tsx'
import { type ReqifChoice, sheetOfReqif, withDocument } from './reqif-choice.ts'

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
}
export interface PlannedSpecification {
  choice: SheetChoice
  plan: ImportPlan
}

/** All specifications of the file; those with objects in a tree are taken. */
export const pickSpecifications = async (
  { documents }: ReqifChoice,
  projectId: string,
): Promise<SpecificationPick[]> => {
  const targets = []
  for (const { id } of await loadRows(projectId, 'document', { projectId }))
    targets.push({ id, requirements: await loadRows(projectId, 'requirement', { documentId: id }) })
  const found = specificationTargets(documents, targets)
  return documents.map(({ id, name, objects }, at) => {
    const target = found[at] ?? null
    const known = target === null ? undefined : readRow(projectId, 'document', target)
    return {
      ...{ at, label: name, documentId: target ?? newId(), isNew: target === null },
      name: known?.name ?? name.slice(0, 200),
      isTaken: id !== '' && objects.length > 0,
    }
  })
}

/** The specification, with the roles that the person gave to attributes of the same name. */
const choiceAt = (choice: ReqifChoice, at: number): ReqifChoice => {
  if (at === choice.at) return choice
  const other = withDocument(choice, at)
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

/** Plans what a specification does to its document. */
export const planSpecification = async (
  choice: ReqifChoice,
  { at, documentId }: Pick<SpecificationPick, 'at' | 'documentId'>,
  projectId: string,
): Promise<PlannedSpecification> => {
  const specified = await sheetOfReqif(choiceAt(choice, at), { projectId, documentId })
  const requirements = await loadRows(projectId, 'requirement', { documentId })
  const sections = await loadRows(projectId, 'section', { documentId })
  const { headerRow, mapping } = specified.choice
  const plan = planImport({
    ...prepareTable(specified.sheet, headerRow, mapping),
    ...{ existing: { requirements, sections }, newId },
  })
  return { choice: specified.choice, plan }
}
