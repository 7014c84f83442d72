import { Refusal } from '#schema/refusal.ts'
import { isUntimely } from '#schema/rules/answers/late-answers.ts'
import { type Change, numberChange } from '../change.ts'
import type { Home, ParkedEntry, StorageTx } from '../ports.ts'
import { type Writer, writeEdit, type Writing } from './edit.ts'

/**
 * State and deadline of a project: an edit that was refused as untimely is sent again once they
 * change.
 */
export const standingOf = (home: Home | undefined, projectId: string): string => {
  const project = home?.projects.find((one) => one.id === projectId)
  return project === undefined ? '' : `${project.state} ${project.deadlineAt ?? ''}`
}

/**
 * Sends late answers again when the owner reopens the project, over the values that their writer
 * saw at first, so that later edits of other people still conflict. Call it when the device stands
 * at the head, in a transaction of kind `edit`: a crash in a weaker one would give a number twice.
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
  // The rows belong to several projects: tell the screens to read them again.
  return [{ ...change, rows: [], reload: true }]
}

/** Parked answers that were refused as untimely and whose project has changed since. */
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
  const sending = { seen: base, label, undo: null, isAlwaysSent: true }
  try {
    await writeEdit(writing, { projectId, command, args, ...sending })
    return true
  } catch (error) {
    // As in the rebase: neither a refusal nor a bug in one command may block the others.
    if (error instanceof Refusal || error instanceof TypeError || error instanceof RangeError)
      return false
    throw error
  }
}
