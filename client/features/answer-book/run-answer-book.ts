import { bookCommands } from '#schema/rules/answer-book/book-commands.ts'
import type { PlannedAnswer } from '#schema/rules/answer-book/plan-book.ts'
import { mutate, newId, undo as undoLast } from '../../lib/mutate.ts'

interface RunOptions {
  projectId: string
  vendorId: number
  label: string
}

/** The undo list that gets an import: the document's, or the project's for several documents. */
export const undoScopeOf = (answers: readonly PlannedAnswer[], projectId: string): string => {
  const [first, ...others] = new Set(answers.map(({ requirement }) => requirement.documentId))
  return first !== undefined && others.length === 0 ? first : projectId
}

/**
 * Writes the planned answers on this device, as one undo. If an edit is refused, such as after the
 * deadline, takes back those before it.
 */
export const runAnswerBook = async (
  answers: readonly PlannedAnswer[],
  { projectId, vendorId, label }: RunOptions,
): Promise<void> => {
  const undo = { undoGroup: newId(), undoLabel: label, scope: undoScopeOf(answers, projectId) }
  let written = 0
  try {
    for (const { args, seen } of bookCommands(answers, { projectId, vendorId })) {
      await mutate('commitments.updateBulk', args, { ...undo, seen })
      written += 1
    }
  } catch (error) {
    if (written > 0) await undoLast(undo.scope)
    throw error
  }
}
