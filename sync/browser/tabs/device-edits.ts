import type { EditBase } from '#schema/mutations/mutation.ts'
import { numberChange } from '#sync/engine/change.ts'
import { edit, type EditRequest, type Writer, writeEdit } from '#sync/engine/outbox/edit.ts'
import { recordStep } from '#sync/engine/undo/record-step.ts'
import { stepThrough } from '#sync/engine/undo/undo.ts'
import { retryFile } from '../files/device-files.ts'
import { CREATE } from '../files/settle-files.ts'
import { withRoom } from '../storage/room.ts'
import { afterMs } from './after-ms.ts'
import type { Device } from './device-api.ts'
import type { OpenParts } from './parts.ts'
import { settled } from './settled.ts'

/**
 * Delay before the undo step of an edit is recorded: showing the edit to other people is more
 * urgent than making it undoable.
 */
const RECORD_AFTER_MS = 20

/** The page is not told the former values of an edit with more fields than this. */
const MOST_TOLD = 20

type EditCalls = Pick<Device, 'edit' | 'editAll' | 'step' | 'retryParked' | 'discardParked'>

/** The page's calls that write edits, and that undo or redo them. */
export const editCalls = (parts: () => OpenParts, writer: () => Writer): EditCalls => {
  /** Resolves when the undo step of the newest edit is recorded; losing a step costs one undo. */
  let recording: Promise<unknown> = Promise.resolve()

  const editOne = async (request: EditRequest): Promise<EditBase> => {
    const { storage, room, publish, publishEdit } = parts()
    const { change, step, written, before } = await withRoom(room, request.projectId, () =>
      storage.transaction('edit', (tx) => edit(tx, writer(), request)),
    )
    await publishEdit(change, written)
    if (step !== null)
      recording = afterMs(RECORD_AFTER_MS)
        .then(() => storage.transaction('apply', (tx) => recordStep(tx, step)))
        .then((recorded) => publish([recorded]))
    return Object.keys(before).length > MOST_TOLD ? {} : before
  }
  const stepOnce = async (scope: string, direction: 'undo' | 'redo'): Promise<string | null> => {
    const { storage, publish } = parts()
    await recording
    const done = await storage.transaction('edit', (tx) =>
      stepThrough(tx, writer(), { scope, direction }),
    )
    if (done !== null) publish([done.change])
    return done?.label ?? null
  }
  const retry = async (id: string): Promise<null> => {
    const { storage } = parts()
    const parked = await storage.transaction('read', (tx) => tx.parkedEntry(id))
    if (parked === undefined) return null
    if (parked.command === CREATE && (await retryFile(parts(), id, parked.args))) return null
    const { projectId, command, args, label, base } = parked
    const request = { projectId, command, args, label, undo: null, seen: base }
    return editAll(parts(), { requests: [request], writer: writer(), settles: id })
  }
  return {
    edit: (request) => settled(editOne(request)),
    editAll: (requests, settles) =>
      settled(editAll(parts(), { requests, writer: writer(), settles })),
    step: (scope, direction) => settled(stepOnce(scope, direction)),
    retryParked: (id) => settled(retry(id)),
    async discardParked(id) {
      await editAll(parts(), { requests: [], writer: writer(), settles: id })
    },
  }
}

interface Together {
  requests: readonly EditRequest[]
  writer: Writer
  /** The parked edit that the requests settle; null = none. */
  settles: string | null
}

/** Writes several edits in one transaction, all or none. */
const editAll = async (
  { room, storage, publish }: OpenParts,
  { requests, writer, settles }: Together,
): Promise<null> => {
  const projectId = requests[0]?.projectId
  const change = await withRoom(room, projectId ?? '', () =>
    storage.transaction('edit', async (tx) => {
      const meta = { ...(await tx.meta()) }
      const writing = { tx, writer, meta, change: numberChange(meta, projectId ?? null) }
      // The words of a parked edit leave the device only by way of the outbox.
      const isAlwaysSent = settles !== null
      for (const request of requests) await writeEdit(writing, { ...request, isAlwaysSent })
      if (settles !== null) {
        tx.deleteParked(settles)
        writing.change.parked = true
      }
      tx.putMeta(meta)
      return writing.change
    }),
  )
  publish([change])
  return null
}
