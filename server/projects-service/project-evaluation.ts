import { evaluate, type Evaluation, nodeScore } from '#schema/rules/evaluation.ts'
import { prepareEvaluation } from '#schema/rules/evaluation-prepare.ts'
import type { EvaluationRows } from '#schema/rules/evaluation-rows.ts'
import { listRows, type OpenedProject, seesAnswersOf } from './open-project.ts'

type Answered = Pick<EvaluationRows, 'requirements' | 'commitments'>
interface Scope {
  /** This document alone; absent = the whole project. */
  documentId?: string
  /** Rows of the scope that the caller has read already. */
  known: Answered
}

/**
 * Evaluates the project, or one of its documents, by the rows and the rules of the board, for the
 * vendors whose answers the caller may read.
 * @returns null where the caller gets no scores: vendors, and requestors while the answers are sealed
 */
export const readEvaluation = async (
  opened: OpenedProject,
  { documentId, known }: Scope,
): Promise<Evaluation | null> => {
  const { project } = opened
  if (opened.actor.relation === 'vendor') return null
  const vendors = (await listRows(opened, 'projectVendor')).filter(({ vendorId }) =>
    seesAnswersOf(opened, vendorId),
  )
  if (vendors.length === 0) return null
  const by = documentId === undefined ? {} : { documentId }
  const documents = await listRows(opened, 'document')
  const rows = {
    packages: await listRows(opened, 'package'),
    documents: documents.filter(({ id }) => documentId === undefined || id === documentId),
    sections: await listRows(opened, 'section', by),
    releases: await listRows(opened, 'release'),
    vendors,
    ...known,
    overrides: await listRows(opened, 'override', by),
  }
  return evaluate(prepareEvaluation(rows), { lens: { kind: 'all' }, settings: project.evaluation })
}

const vendorOf = (evaluation: Evaluation, vendorId: number): number | undefined =>
  evaluation.prepared.vendorIndex.get(vendorId)

/** Knock-outs that the vendor missed in the whole project; null = no scores for the caller. */
export const missedKnockOuts = (evaluation: Evaluation | null, vendorId: number): number | null => {
  const vendor = evaluation === null ? undefined : vendorOf(evaluation, vendorId)
  if (evaluation === null || vendor === undefined) return null
  return nodeScore(evaluation, 'project', 0, vendor).knockOuts
}

/** 0..100 on full precision; null = nothing to score, or no scores for the caller. */
export const documentScore = (
  evaluation: Evaluation | null,
  documentId: string,
  vendorId: number,
): number | null => {
  const vendor = evaluation === null ? undefined : vendorOf(evaluation, vendorId)
  if (evaluation === null || vendor === undefined) return null
  const index = evaluation.prepared.layout.documents.findIndex(({ id }) => id === documentId)
  return index === -1 ? null : nodeScore(evaluation, 'document', index, vendor).score
}
