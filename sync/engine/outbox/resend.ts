import type { RemovedRow } from '#schema/mutations/mutation.ts'
import { Refusal } from '#schema/refusal.ts'
import { isUntimely } from '#schema/rules/answers/late-answers.ts'
import { type Change, emptyChange } from '../change.ts'
import { type Writer, writeEdit } from './edit.ts'
import type { DeviceMeta, Home, ParkedEntry, StorageTx } from '../ports.ts'

/** What has to change before an edit refused for its time is tried again. */
export const standingOf = (home: Home | undefined, projectId: string): string => {
  const project = home?.projects.find((one) => one.id === projectId)
  return project === undefined ? '' : `${project.state} ${project.deadlineAt ?? ''}`
}

/**
 * Late answers go out again by themselves when the owner opens the project again, with what their writer saw at first, so that they still meet
 * what others wrote meanwhile. To be called when the device stands at the head, in a transaction of kind `edit`: it gives them numbers, and one
 * that is forgotten again would be given twice. Nobody else writes as `writer`, so that nothing is ever merged into them.
 */
export const resendParked = async (tx: StorageTx, writer: Writer): Promise<Change[]> => {
  const meta = { ...(await tx.meta()) }
  const change = emptyChange(meta.changeSeq + 1, null)
  const together: Together = { meta, change, removals: new Map() }
  for (const parked of await lateOnes(tx)) {
    if (await isWritten(tx, writer, together, parked)) {
      tx.deleteParked(parked.id)
      change.parked = true
    }
  }
  if (!change.parked) return []
  tx.putMeta({ ...meta, changeSeq: change.seq })
  // Rows of several projects: whoever shows them reads them afresh.
  return [{ ...change, rows: [], reload: true }]
}

export const lateOnes = async (tx: StorageTx): Promise<ParkedEntry[]> => {
  if ((await tx.parkedCount()) === 0) return []
  const home = await tx.home()
  return (await tx.parked()).filter(
    ({ status, reason, projectId, standing }) =>
      status === 'refused' && isUntimely(reason) && standingOf(home, projectId) !== standing,
  )
}

interface Together {
  meta: DeviceMeta
  change: Change
  removals: Map<string, readonly RemovedRow[]>
}

const isWritten = async (
  tx: StorageTx,
  writer: Writer,
  { meta, change, removals }: Together,
  { projectId, command, args, base, label }: ParkedEntry,
): Promise<boolean> => {
  try {
    await writeEdit(
      tx,
      writer,
      { projectId, command, args, seen: base, label, undo: null },
      meta,
      change,
      removals,
    )
    return true
  } catch (error) {
    // As when rows are laid down: no refusal and no bug in one command may hold up the others.
    if (error instanceof Refusal || error instanceof TypeError || error instanceof RangeError)
      return false
    throw error
  }
}
