import { Refusal } from '#schema/refusal.ts'
import { isUntimely } from '#schema/rules/answers/late-answers.ts'
import { type Change, numberChange } from '../change.ts'
import type { Home, ParkedEntry, StorageTx } from '../ports.ts'
import { type Writer, writeEdit, type Writing } from './edit.ts'

/** What has to change before an edit that was refused for its time is sent again. */
export const standingOf = (home: Home | undefined, projectId: string): string => {
  const project = home?.projects.find((one) => one.id === projectId)
  return project === undefined ? '' : `${project.state} ${project.deadlineAt ?? ''}`
}

/**
 * Sends late answers again when the owner reopens the project, with what their writer saw at first,
 * so that they still meet what others wrote since. Call it when the device stands at the head, in a
 * transaction of kind `edit`: it gives numbers, and a number lost in a crash would be given twice.
 * @param writer of this call alone, so that no edit merges into the answers
 */
export const resendParked = async (tx: StorageTx, writer: Writer): Promise<Change[]> => {
  const meta = { ...(await tx.meta()) }
  const change = numberChange(meta, null)
  const writing: Writing = { tx, writer, meta, change, removals: new Map() }
  for (const parked of await lateOnes(tx)) {
    if (await isWritten(writing, parked)) {
      tx.deleteParked(parked.id)
      change.parked = true
    }
  }
  if (!change.parked) return []
  tx.putMeta(meta)
  // The rows are of several projects: tell the screens to read them again.
  return [{ ...change, rows: [], reload: true }]
}

/** Parked answers that were refused for their time, and whose project has changed since. */
export const lateOnes = async (tx: StorageTx): Promise<ParkedEntry[]> => {
  if ((await tx.parkedCount()) === 0) return []
  const home = await tx.home()
  return (await tx.parked()).filter(
    ({ status, reason, projectId, standing }) =>
      status === 'refused' && isUntimely(reason) && standingOf(home, projectId) !== standing,
  )
}

const isWritten = async (
  writing: Writing,
  { projectId, command, args, base, label }: ParkedEntry,
): Promise<boolean> => {
  try {
    await writeEdit(writing, { projectId, command, args, seen: base, label, undo: null })
    return true
  } catch (error) {
    // As in the rebase: neither a refusal nor a bug in one command may hold up the others.
    if (error instanceof Refusal || error instanceof TypeError || error instanceof RangeError)
      return false
    throw error
  }
}
