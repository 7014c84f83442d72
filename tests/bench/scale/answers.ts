import type { Commitment } from '#schema/entities/commitment.ts'
import type { PushMutation } from '#schema/api/sync.ts'
import type { ApiClient } from '../../support/api-client.ts'

/** An answer of the generated project with its current text. */
export interface Answer {
  requirementId: string
  projectId: string
  vendorId: number
  text: string | null
}

export const readAnswers = async (api: ApiClient, projectId: string): Promise<Answer[]> => {
  const { rows } = await api.pull(projectId)
  return rows.flatMap(({ entity, row }) => {
    if (entity !== 'commitment') return []
    const { requirementId, vendorId, values } = row as Commitment
    const text = values['txt']
    return [{ requirementId, projectId, vendorId, text: typeof text === 'string' ? text : null }]
  })
}

/** The edit of a device with the current base, so that it causes no conflict. */
export const answerEdit = (
  mid: number,
  { requirementId, projectId, vendorId, text }: Answer,
  word: string,
): PushMutation => ({
  mid,
  command: 'commitments.update',
  args: { projectId, requirementId, vendorId, values: { txt: word } },
  base: { [`commitment/${requirementId}.${vendorId}#values.txt`]: text },
  clientAt: Date.now(),
})
