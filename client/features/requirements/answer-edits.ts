import { i18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { CommitmentValues } from '#schema/entities/commitment.ts'
import { commitmentId } from '#schema/entities/commitment.ts'
import { BULK_LIMIT } from '#schema/mutations/inputs.ts'
import { mutate, newId } from '#client/lib/mutate.ts'
import { readRow } from '#client/lib/project-store.ts'
import { toast } from '#client/ui/toast.tsx'

export interface AnswerEdit { requirementId: string; values: CommitmentValues }
interface AnswerScope { projectId: string; documentId: string; vendorId: number }

/** Saves answers of one gesture: undone together, sent in bulk, and a submitted answer that falls back to a draft is said. */
export async function saveAnswers({ projectId, documentId, vendorId }: AnswerScope, edits: readonly AnswerEdit[], label: string, group = newId()): Promise<void> {
  const unsubmitted = edits.filter(({ requirementId }) => readRow(projectId, 'commitment', commitmentId(requirementId, vendorId))?.submitted).length
  const options = { undoGroup: group, undoLabel: label, scope: documentId }
  const [only] = edits
  if (edits.length === 1 && only) await mutate('commitments.update', { projectId, vendorId, ...only }, options)
  else {
    for (let at = 0; at < edits.length; at += BULK_LIMIT) {
      await mutate('commitments.updateBulk', { projectId, vendorId, items: edits.slice(at, at + BULK_LIMIT).map((edit) => ({ ...edit })) }, options)
    }
  }
  if (unsubmitted > 0) {
    toast.success(i18n._(msg`${plural(unsubmitted, { one: 'The answer is a draft again. Submit it when it is ready.', other: '# answers are drafts again. Submit them when they are ready.' })}`), { hideAfterMs: 6_000 })
  }
}
