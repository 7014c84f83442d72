import type { documents } from '#schema/api/projects-service/documents.ts'
import type { EndpointReply } from '#schema/api/endpoint.ts'
import { countAnswers, nothingAnswered, readDefinitions } from './answer-counts.ts'
import { listRows, type OpenedProject, seesAnswersOf } from './open-project.ts'
import { documentScore, readEvaluation } from './project-evaluation.ts'
import { readCommitments, readRequirements } from './rows-in-turns.ts'

type Statistics = EndpointReply<typeof documents.statistics>

/** Progress and score in one document, for every vendor whose answers the caller may read. */
export const readStatistics = async (
  opened: OpenedProject,
  documentId: string,
): Promise<Statistics> => {
  const requirements = await readRequirements(opened, documentId)
  const commitments = await readCommitments(opened, requirements)
  const statements = await readDefinitions(requirements)
  const answered = { requirements, commitments, statements }
  const counts = await countAnswers(answered)
  const evaluation = await readEvaluation(opened, { documentId, ...answered })
  const visible = (await vendorIdsOf(opened)).filter((id) => seesAnswersOf(opened, id))
  return visible.map((vendorId) => {
    const { saved, submitted, complete, partial, zero, unanswered } =
      counts.get(vendorId) ?? nothingAnswered(requirements.length)
    return {
      vendorId,
      total: requirements.length,
      saved,
      submitted,
      complete,
      partial,
      zero,
      unanswered,
      score: documentScore(evaluation, documentId, vendorId),
    }
  })
}

const vendorIdsOf = async (opened: OpenedProject): Promise<number[]> =>
  opened.actor.vendorId === null
    ? (await listRows(opened, 'projectVendor')).map(({ vendorId }) => vendorId)
    : [opened.actor.vendorId]
