import { type Change, commitChange } from '../change.ts'
import type { StorageTx, UndoStep } from '../ports.ts'

const STEPS_KEPT = 200

/** Records an undo step on top of its scope and drops the steps that could be redone. */
export const recordStep = async (tx: StorageTx, step: Omit<UndoStep, 'n'>): Promise<Change> => {
  const scope = await tx.undoScope(step.scope)
  const n = (scope?.top ?? 0) + 1
  if (scope !== undefined && scope.last >= n) tx.deleteUndoSteps(step.scope, n, scope.last)
  if (n > STEPS_KEPT) tx.deleteUndoSteps(step.scope, n - STEPS_KEPT, n - STEPS_KEPT)
  tx.putUndoStep({ ...step, n })
  tx.putUndoScope({ scope: step.scope, top: n, last: n, label: step.label })
  return await commitChange(tx, null, { undoScope: step.scope })
}
