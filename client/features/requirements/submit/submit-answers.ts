import { commitmentId, type CommitmentValues } from '#schema/entities/commitment.ts'
import { SUBMIT_LIMIT } from '#schema/mutations/inputs.ts'
import { canonicalContent } from '#schema/rules/answers/commitments.ts'
import { mutate, newId } from '#client/lib/mutate.ts'
import { readRow } from '#client/lib/project-store.ts'
import { contentHash } from '#client/lib/content-hash.ts'

/**
 * Submits the answers with hashes of the displayed content, so that the server refuses an answer
 * with other content. `seen` is the content of a form that has just been saved.
 * @returns the number of submitted answers
 */
export async function submitAnswers(
  scope: { projectId: string; documentId: string; vendorId: number; label: string },
  requirementIds: readonly string[],
  seen?: CommitmentValues,
): Promise<number> {
  const { projectId, documentId, vendorId, label } = scope
  const items = requirementIds.flatMap((requirementId) => {
    if (seen) return [{ requirementId, contentHash: contentHash(canonicalContent(seen)) }]
    const commitment = readRow(projectId, 'commitment', commitmentId(requirementId, vendorId))
    return commitment && !commitment.submitted
      ? [{ requirementId, contentHash: contentHash(canonicalContent(commitment.values)) }]
      : []
  })
  const options = { undoGroup: newId(), undoLabel: label, scope: documentId }
  for (let at = 0; at < items.length; at += SUBMIT_LIMIT)
    await mutate(
      'commitments.submit',
      { projectId, vendorId, items: items.slice(at, at + SUBMIT_LIMIT) },
      options,
    )
  return items.length
}
