import { useMemo } from 'react'
import { blockEdits } from './block-edits.ts'
import { cellEdits } from './cell-edits.ts'
import { editScope, type EditingInput } from './grid-edit-scope.ts'

export type GridEditing = ReturnType<typeof useGridEditing>

/** All operations that change values: typing, paste, cut, fill down, clear, checkboxes. */
export function useGridEditing<Row>({ store, latest, say, reveal }: EditingInput<Row>) {
  return useMemo(() => {
    const scope = editScope({ store, latest, say, reveal })
    return { ...cellEdits(scope), ...blockEdits(scope) }
  }, [store, latest, say, reveal])
}
