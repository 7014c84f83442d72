import { type Change, numberChange } from '../change.ts'
import { type Writer, writeEdit } from '../outbox/edit.ts'
import type { StorageTx, UndoStep } from '../ports.ts'

type Direction = 'undo' | 'redo'

/**
 * Undoes or redoes the newest group of steps by ordinary edits. Overwrites no later change of
 * another person: such an edit becomes a conflict. Runs in one transaction of kind `edit`; throws
 * Refusal.
 * @returns the change and the step's label; null when there is no step
 */
export const stepThrough = async (
  tx: StorageTx,
  writer: Writer,
  { scope: scopeName, direction }: { scope: string; direction: Direction },
): Promise<{ change: Change; label: string } | null> => {
  const scope = await tx.undoScope(scopeName)
  if (scope === undefined) return null
  const isUndo = direction === 'undo'
  const from = isUndo ? scope.top : scope.top + 1
  const steps = await newestGroup(tx, { scope: scopeName, from, by: isUndo ? -1 : 1 })
  const [first] = steps
  if (first === undefined) return null
  const meta = { ...(await tx.meta()) }
  const change = numberChange(meta, null, { undoScope: scopeName })
  for (const { label, ...step } of steps) {
    for (const { command, args } of isUndo ? step.undo : step.redo) {
      const { projectId } = args as { projectId: string }
      change.projectId = projectId
      const seen = isUndo ? step.after : step.before
      const request = { projectId, command, args, label, undo: null, seen }
      await writeEdit({ tx, writer, meta, change }, request)
    }
  }
  const top = scope.top + (isUndo ? -steps.length : steps.length)
  const below = await tx.undoStep(scopeName, top)
  tx.putUndoScope({ ...scope, top, label: below?.label ?? '' })
  tx.putMeta(meta)
  return { change, label: first.label }
}

/** Steps of one group, in the order in which they run. */
const newestGroup = async (
  tx: StorageTx,
  { scope, from, by }: { scope: string; from: number; by: -1 | 1 },
): Promise<UndoStep[]> => {
  const steps: UndoStep[] = []
  for (let n = from; ; n += by) {
    const step = await tx.undoStep(scope, n)
    const [first] = steps
    const isOther = first !== undefined && (step?.group === '' || step?.group !== first.group)
    if (step === undefined || isOther) return steps
    steps.push(step)
  }
}
