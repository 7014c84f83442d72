import { Refusal } from '#schema/refusal.ts'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import { isFull } from '#sync/engine/backoff.ts'
import { type Change, commitChange } from '#sync/engine/change.ts'
import { forgetKept } from '#sync/engine/outbox/kept-edits.ts'
import type { Storage } from '#sync/engine/ports.ts'

/** A project opened this recently may still be on a screen: fetch it again when there is room. */
const IN_USE_MS = 30 * 60_000

export interface Room {
  storage: Storage
  /** Copies in the order in which they are removed, with the time of the last visit, ms. */
  inOrder(): Promise<readonly { projectId: string; openedOn: number }[]>
  publish(changes: readonly Change[]): void
  onLeft(projectId: string): Promise<void>
  /** Removes file contents that are kept only for reading; false = there were none. */
  dropContents?(): Promise<boolean>
  now(): number
}

/** Empties one copy, which can be fetched again. Never touches the outbox, which cannot. */
const giveUp = (storage: Storage, projectId: string, isInUse: boolean): Promise<Change | null> =>
  storage.transaction('apply', async (tx) => {
    const cursor = await tx.cursor(projectId)
    if (cursor === undefined) return null
    await tx.emptyProject(projectId)
    if (isInUse) tx.putCursor({ ...newCursor(projectId), rev: cursor.rev + 1 })
    else tx.deleteCursor(projectId)
    return await commitChange(tx, projectId, { reload: true, cursor: true })
  })

interface Copy {
  projectId: string
  isInUse: boolean
}

/** The edits kept for a server that goes back have their verdict; an unsent edit is worth more. */
const dropKept = ({ storage }: Room): Promise<boolean> => storage.transaction('apply', forgetKept)

/**
 * Removes copies one after another, the coldest first, until `isEnough` resolves with true.
 * @returns whether it is enough
 */
const removeCopies = async (
  room: Room,
  isSpared: (copy: Copy) => boolean,
  isEnough: () => Promise<boolean>,
): Promise<boolean> => {
  for (const { projectId, openedOn } of await room.inOrder()) {
    const isInUse = room.now() - openedOn < IN_USE_MS
    if (isSpared({ projectId, isInUse })) continue
    const change = await giveUp(room.storage, projectId, isInUse)
    if (change === null) continue
    room.publish([change])
    await room.onLeft(projectId).catch(() => undefined)
    if (await isEnough()) return true
  }
  return false
}

/**
 * Writes an edit even when the storage is full, if removing copies of other projects helps; else
 * refuses it, so that the text stays in its field.
 */
export const withRoom = async <T>(
  room: Room,
  projectId: string,
  write: () => Promise<T>,
): Promise<T> => {
  let written: { value: T } | undefined
  const attempt = async (): Promise<boolean> => {
    try {
      written = { value: await write() }
      return true
    } catch (error) {
      if (!isFull(error)) throw error
      return false
    }
  }
  const isFreed = async (drop: () => Promise<boolean> | undefined): Promise<boolean> =>
    (await drop()) === true && (await attempt())
  const isWritten =
    (await attempt()) ||
    (await isFreed(() => room.dropContents?.())) ||
    (await isFreed(() => dropKept(room)))
  if (!isWritten) await removeCopies(room, (copy) => copy.projectId === projectId, attempt)
  if (written === undefined) throw new Refusal('DEVICE_FULL')
  return written.value
}

/**
 * Removes the coldest copy that is not in use, so that rows of the server fit. A copy in use stays:
 * the engine would fetch it again at once.
 */
export const makeRoomForRows = async (room: Room): Promise<void> => {
  if ((await room.dropContents?.()) === true) return
  const isRemoved = await removeCopies(
    room,
    ({ isInUse }) => isInUse,
    () => Promise.resolve(true),
  )
  if (!isRemoved) await dropKept(room)
}
