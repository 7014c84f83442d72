import { BULK_LIMIT } from '#schema/mutations/inputs.ts'
import type { UnsentEdit } from '../../lib/unsent-edits.ts'

/**
 * Joins the pieces of `BULK_LIMIT` rows in which a large paste is sent, because the person made one
 * edit.
 */
export const joinPieces = (edits: readonly UnsentEdit[]): UnsentEdit[] => {
  const joined: UnsentEdit[] = []
  let isFull = false
  for (const edit of edits) {
    const before = joined.at(-1)
    const isNext =
      isFull &&
      before?.command === edit.command &&
      before.label === edit.label &&
      before.projectId === edit.projectId
    if (isNext) before.entityKeys = [...before.entityKeys, ...edit.entityKeys]
    else joined.push({ ...edit })
    isFull = edit.command.endsWith('Bulk') && edit.entityKeys.length >= BULK_LIMIT
  }
  return joined
}
