import { type Change, emptyChange } from '../change.ts'
import { type Writer, writeEdit } from '../outbox/edit.ts'
import type { StorageTx, UndoStep } from '../ports.ts'

/** Steps of the newest group that can be taken back or done again, in the order in which they are to be run. */
const group = async (
  tx: StorageTx,
  scope: string,
  from: number,
  direction: -1 | 1,
): Promise<UndoStep[]> => {
  const steps: UndoStep[] = []
  for (let n = from; ; n += direction) {
    const step = await tx.undoStep(scope, n)
    if (
      step === undefined ||
      (steps[0] !== undefined && (step.group === '' || step.group !== steps[0].group))
    )
      return steps
    steps.push(step)
  }
}

/**
 * Takes the newest step back (or does it again) by ordinary edits that travel like any other; answers its label, or null when there is none.
 * What somebody else has changed since is not written over: it comes back as a conflict.
 * One transaction of kind `edit`; throws Refusal.
 */
export const stepThrough = async (
  tx: StorageTx,
  writer: Writer,
  scopeName: string,
  direction: 'undo' | 'redo',
): Promise<{ change: Change; label: string } | null> => {
  const scope = await tx.undoScope(scopeName)
  if (scope === undefined) return null
  const isUndo = direction === 'undo'
  const steps = await group(tx, scopeName, isUndo ? scope.top : scope.top + 1, isUndo ? -1 : 1)
  const [first] = steps
  if (first === undefined) return null
  const meta = { ...(await tx.meta()) }
  const change = emptyChange(meta.changeSeq + 1, null)
  change.undoScope = scopeName
  for (const step of steps) {
    for (const { command, args } of isUndo ? step.undo : step.redo) {
      const { projectId } = args as { projectId: string }
      change.projectId = projectId
      await writeEdit(
        tx,
        writer,
        {
          projectId,
          command,
          args,
          label: step.label,
          undo: null,
          seen: isUndo ? step.after : step.before,
        },
        meta,
        change,
      )
    }
  }
  const top = scope.top + (isUndo ? -steps.length : steps.length)
  const below = await tx.undoStep(scopeName, top)
  tx.putUndoScope({ ...scope, top, label: below?.label ?? '' })
  meta.changeSeq = change.seq
  tx.putMeta(meta)
  return { change, label: first.label }
}
