import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Row } from '#schema/entities/rows.ts'
import { evaluate, type Evaluation, nodeScore } from '#schema/rules/evaluation/evaluation.ts'
import {
  type PreparedEvaluation,
  preparationSteps,
} from '#schema/rules/evaluation/evaluation-prepare.ts'
import type { EvaluationRows } from '#schema/rules/evaluation/evaluation-rows.ts'
import type { StatementsByDefinition } from './answer-counts.ts'
import { listRows, type OpenedProject, seesAnswersOf } from './open-project.ts'
import { readOverrides } from './rows-in-turns.ts'

interface Scope {
  /** Only this document; undefined for the whole project. */
  documentId?: string
  /** Rows of the scope that the caller may read. */
  requirements: readonly Row<'requirement'>[]
  commitments: readonly Row<'commitment'>[]
  statements: StatementsByDefinition
}

/**
 * Evaluates the project or one document by the rules of the evaluation board, for the vendors whose
 * answers the caller may read.
 * @returns null if the caller gets no scores: a vendor, or a requestor while the answers are sealed
 */
export const readEvaluation = async (
  opened: OpenedProject,
  { documentId, statements, ...answered }: Scope,
): Promise<Evaluation | null> => {
  const { project } = opened
  if (opened.actor.relation === 'vendor') return null
  const vendors = (await listRows(opened, 'projectVendor')).filter(({ vendorId }) =>
    seesAnswersOf(opened, vendorId),
  )
  if (vendors.length === 0) return null
  const documents = await listRows(opened, 'document')
  const rows = {
    packages: await listRows(opened, 'package'),
    documents: documents.filter(({ id }) => documentId === undefined || id === documentId),
    sections: await listRows(opened, 'section', documentId === undefined ? {} : { documentId }),
    releases: await listRows(opened, 'release'),
    vendors,
    ...answered,
    overrides: await readOverrides(opened, answered.requirements),
  }
  const prepared = await prepareInTurns(rows, statements)
  return evaluate(prepared, { lens: { kind: 'all' }, settings: project.evaluation })
}

const prepareInTurns = async (
  rows: EvaluationRows,
  cache: StatementsByDefinition,
): Promise<PreparedEvaluation> => {
  const steps = preparationSteps(rows, { layout: { cache } })
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    await nextTurn()
  }
}

const vendorOf = (evaluation: Evaluation, vendorId: number): number | undefined =>
  evaluation.prepared.vendorIndex.get(vendorId)

/**
 * Number of knock-outs that the vendor missed in the project; null if the caller gets no scores.
 */
export const missedKnockOuts = (evaluation: Evaluation | null, vendorId: number): number | null => {
  const vendor = evaluation === null ? undefined : vendorOf(evaluation, vendorId)
  if (evaluation === null || vendor === undefined) return null
  return nodeScore(evaluation, { level: 'project', index: 0, vendor }).knockOuts
}

/** Unrounded score of 0 to 100; null if there is nothing to score or the caller gets no scores. */
export const documentScore = (
  evaluation: Evaluation | null,
  documentId: string,
  vendorId: number,
): number | null => {
  const vendor = evaluation === null ? undefined : vendorOf(evaluation, vendorId)
  if (evaluation === null || vendor === undefined) return null
  const index = evaluation.prepared.layout.documents.findIndex(({ id }) => id === documentId)
  return index === -1 ? null : nodeScore(evaluation, { level: 'document', index, vendor }).score
}
