import { i18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { CommitmentValues } from '#schema/entities/commitment.ts'
import { commitmentId } from '#schema/entities/commitment.ts'
import { BULK_LIMIT } from '#schema/mutations/inputs.ts'
import { mutate, mutateOver, type MutateOptions, newId } from '#client/lib/mutate.ts'
import { readRow } from '#client/lib/project-store.ts'
import { tellReplacedFields } from '#client/ui/feedback/tell-replaced-fields.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { submitOccasions } from '../submit/submit-occasions.ts'
import { answerShown } from './answer-shown.ts'

export interface AnswerEdit {
  requirementId: string
  values: CommitmentValues
  /** The values of the fields when typing began; absent if nothing was typed. */
  over?: CommitmentValues | undefined
}
interface AnswerScope {
  projectId: string
  documentId: string
  vendorId: number
}

/** The undo step of an edit. */
export interface UndoStep {
  label: string
  /** Edits of the same group are undone together; absent for a group of its own. */
  group?: string | undefined
}

/**
 * Saves answers in bulk as one undo step. A notification tells how many submitted answers became
 * drafts again.
 */
export async function saveAnswers(
  { projectId, documentId, vendorId }: AnswerScope,
  edits: readonly AnswerEdit[],
  { label, group = newId() }: UndoStep,
): Promise<void> {
  const unsubmitted = edits.filter(
    ({ requirementId }) =>
      readRow(projectId, 'commitment', commitmentId(requirementId, vendorId))?.submitted,
  ).length
  const options = { undoGroup: group, undoLabel: label, scope: documentId }
  const [only] = edits
  if (edits.length === 1 && only) await saveOne({ projectId, documentId, vendorId }, only, options)
  else {
    for (let at = 0; at < edits.length; at += BULK_LIMIT) {
      await mutate(
        'commitments.updateBulk',
        {
          projectId,
          vendorId,
          items: edits
            .slice(at, at + BULK_LIMIT)
            .map(({ requirementId, values }) => ({ requirementId, values })),
        },
        options,
      )
    }
    submitOccasions.emit({ documentId, occasion: 'bulkUpdate' })
  }
  if (unsubmitted > 0) {
    toast.success(
      i18n._(
        msg`${plural(unsubmitted, { one: 'The answer is a draft again. Submit it when it is ready.', other: '# answers are drafts again. Submit them when they are ready.' })}`,
      ),
      { hideAfterMs: 6_000 },
    )
  }
}

/**
 * Saves one answer. If it replaced text that the person had not seen, says so and offers to restore
 * it.
 */
async function saveOne(
  scope: AnswerScope,
  { requirementId, values, over = {} }: AnswerEdit,
  options: MutateOptions,
): Promise<void> {
  const { projectId, vendorId } = scope
  const id = commitmentId(requirementId, vendorId)
  const stood = readRow(projectId, 'commitment', id)
  const before = await mutateOver(
    'commitments.update',
    { projectId, vendorId, requirementId, values },
    options,
  )
  tellReplacedFields({
    projectId,
    shownId: requirementId,
    row: { entity: 'commitment', id },
    prefix: (field) => `values.${field}`,
    before,
    over,
    given: values,
    stood: (field) => ({ value: stood?.values[field] ?? null, by: stood?.updatedBy ?? null }),
    shown: (field, value) => answerShown({ projectId, requirementId, field }, value),
    takeBack: (field, value) =>
      saveAnswers(scope, [{ requirementId, values: { [field]: value } }], {
        label: i18n._(msg`Take back`),
      }),
  })
}
