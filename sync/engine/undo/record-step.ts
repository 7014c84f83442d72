import { type Change, emptyChange } from '../change.ts'
import type { StorageTx, UndoStep } from '../ports.ts'

const STEPS_KEPT = 200

/** Puts a step on top; what could be done again before is gone. Steps of one group are taken back together. */
export const recordStep = async (tx: StorageTx, step: Omit<UndoStep, 'n'>): Promise<Change> => {
  const meta = { ...(await tx.meta()) }
  meta.changeSeq += 1
  tx.putMeta(meta)
  const scope = await tx.undoScope(step.scope)
  const n = (scope?.top ?? 0) + 1
  if (scope !== undefined && scope.last >= n) tx.deleteUndoSteps(step.scope, n, scope.last)
  if (n > STEPS_KEPT) tx.deleteUndoSteps(step.scope, n - STEPS_KEPT, n - STEPS_KEPT)
  tx.putUndoStep({ ...step, n })
  tx.putUndoScope({ scope: step.scope, top: n, last: n, label: step.label })
  return { ...emptyChange(meta.changeSeq, null), undoScope: step.scope }
}
