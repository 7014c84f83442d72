import { useLingui } from '@lingui/react/macro'
import { redo, undo, useUndo } from '../../lib/mutate.ts'
import { useCommand } from './commands.ts'
import { toast } from '../feedback/toast.tsx'

/** Ctrl+Z and Ctrl+Y for the edits of a document or project; a toast names the edit. */
export const useUndoCommands = (scope: string): void => {
  const { t } = useLingui()
  const { canUndo, canRedo } = useUndo(scope)
  const run = (step: typeof undo, text: (label: string) => string) => () => {
    toast.withdrawUndo()
    step(scope).then(
      (label) => label !== null && toast.success(text(label)),
      (error: unknown) => toast.error(error),
    )
  }
  const group = t`Edit`
  const redoEntry = run(redo, (label) => t`Redone: ${label}`)
  useCommand({
    id: 'edit.undo',
    group,
    label: t`Undo`,
    keys: 'mod+z',
    run: run(undo, (label) => t`Undone: ${label}`),
    when: canUndo,
  })
  useCommand({
    id: 'edit.redo',
    group,
    label: t`Redo`,
    keys: 'mod+y',
    run: redoEntry,
    when: canRedo,
  })
  useCommand({
    id: 'edit.redo-too',
    group,
    label: t`Redo`,
    keys: 'mod+shift+z',
    run: redoEntry,
    when: canRedo,
  })
}
