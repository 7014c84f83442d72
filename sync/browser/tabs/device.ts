import { Refusal } from '#schema/refusal.ts'
import { type Change, numberChange } from '#sync/engine/change.ts'
import { edit, type EditRequest, type Writer, writeEdit } from '#sync/engine/outbox/edit.ts'
import type { Storage, StorageTx } from '#sync/engine/ports.ts'
import { recordStep } from '#sync/engine/undo/record-step.ts'
import { stepThrough } from '#sync/engine/undo/undo.ts'
import { sumUnsent, type UnsentCount } from '#sync/engine/outbox/unsent-count.ts'
import { isSameMembership } from '../storage/database.ts'
import type { Device, Outcome } from './device-api.ts'
import { untilSent } from './drain.ts'
import {
  addFile,
  describeFile,
  dropFile,
  pauseFile,
  readFile,
  retryFile,
} from '../files/device-files.ts'
import { isUnderway } from '../files/underway.ts'
import { CREATE } from '../files/settle-files.ts'
import { noteKeep, seenNow } from '../storage/kept-projects.ts'
import { leaveDevice } from '../session/leave.ts'
import type { Note } from './notes.ts'
import { commands, type OpenParts, openParts } from './open-parts.ts'
import { setOpen } from './set-open.ts'
import { withRoom } from '../storage/room.ts'
import { openSealed } from '../session/open-sealed.ts'
import { readSession } from '../session/session-store.ts'
import { packUnsent } from '../files/unsent-file.ts'

const countInOutbox = (storage: Storage): Promise<UnsentCount> =>
  storage.transaction('read', (tx) => tx.unsentCount())

/** By then the edit is on the others' screens, which is more urgent than that it can be undone. */
const RECORD_AFTER_MS = 20
const afterMs = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

const settled = async <T>(work: Promise<T>): Promise<Outcome<T>> => {
  try {
    return { value: await work }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refusal: { code: error.code, detail: error.detail, field: error.field } }
  }
}

/** Held until the thread ends; resolves once it is held. */
const holdLife = (name: string): Promise<string> =>
  new Promise((resolve, reject) => {
    navigator.locks
      .request(name, () => {
        resolve(name)
        return new Promise(() => undefined)
      })
      .catch(reject)
  })

/** Of an edit with more fields, the page is not told what stood in them. */
const MOST_TOLD = 20

/** One tab's worker: writes the tab's edits, and sends the edits of all tabs while it leads. */
export const createDevice = (tellPage: (note: Note) => void): Device => {
  let opened: OpenParts | undefined
  const writerId = crypto.randomUUID()
  /** The newest edit's step; losing it costs one undo. */
  let recording: Promise<unknown> = Promise.resolve()
  let isLeaving = false
  let counting: Promise<unknown> = Promise.resolve()
  const parts = (): OpenParts => {
    if (opened === undefined) throw new Error('The device is not open')
    return opened
  }
  /**
   * The session of this device's person: another person may have signed in since, or the same
   * person for another organization.
   */
  const ownSession = async () => {
    const stored = await readSession()
    return stored !== undefined && isSameMembership(stored.session, parts().options.person)
      ? stored
      : undefined
  }
  const writer = (): Writer => ({
    commands,
    person: parts().options.person,
    id: writerId,
    now: Date.now(),
    isSending: parts().isSending(),
  })

  const write = async <T>(
    work: (tx: StorageTx) => Promise<{ change: Change; value: T }>,
  ): Promise<T> => {
    const { storage, publish } = parts()
    const { change, value } = await storage.transaction('edit', work)
    publish([change])
    return value
  }

  const editAll = (requests: readonly EditRequest[], settles: string | null): Promise<null> =>
    withRoom(parts().room, requests[0]?.projectId ?? '', () =>
      write(async (tx) => {
        const meta = { ...(await tx.meta()) }
        const change = numberChange(meta, requests[0]?.projectId ?? null)
        const writing = { tx, writer: writer(), meta, change }
        for (const request of requests) await writeEdit(writing, request)
        if (settles !== null) {
          tx.deleteParked(settles)
          change.parked = true
        }
        tx.putMeta(meta)
        return { change, value: null }
      }),
    )

  /** Projects that this tab has shown. */
  const seen = new Set<string>()
  /** A hint for the day when space is short and for a returning person; it may fail. */
  const noteSeen = (): void => {
    for (const projectId of seen)
      noteKeep(parts().database, projectId, seenNow(Date.now())).catch(() => undefined)
  }
  const fetchProject = async (projectId: string): Promise<void> => {
    if (await setOpen(parts(), projectId, true)) parts().notes.send({ type: 'tryNow' })
    parts().engine.wake()
  }

  return {
    async open(options) {
      opened ??= openParts(options, writerId, tellPage)
      await opened.database.open()
      const session = await ownSession()
      if (session !== undefined) await openSealed(opened.database, session)
      // The first writing transaction makes the device's record, and with it its client id.
      const isNew = (await opened.database.meta.get('device')) === undefined
      if (isNew) await opened.storage.transaction('apply', async (tx) => void (await tx.meta()))
      if (options.isLocalOnly !== true) opened.leader.stand()
      return { isNew, life: await holdLife(`${options.database}-worker-${writerId}`) }
    },
    edit: (request) =>
      settled(
        (async () => {
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
        })(),
      ),
    editAll: (requests, settles) => settled(editAll(requests, settles)),
    step: (scope, direction) =>
      settled(
        (async () => {
          const { storage, publish } = parts()
          await recording
          const done = await storage.transaction('edit', (tx) =>
            stepThrough(tx, writer(), { scope, direction }),
          )
          if (done !== null) publish([done.change])
          return done?.label ?? null
        })(),
      ),
    async openProject(projectId) {
      seen.add(projectId)
      await fetchProject(projectId)
      noteSeen()
    },
    async closeProject(projectId) {
      seen.delete(projectId)
      await noteKeep(parts().database, projectId, { isPinned: false, leftOn: null })
      await setOpen(parts(), projectId, false)
    },
    async keepProject(projectId, isPinned) {
      await noteKeep(
        parts().database,
        projectId,
        isPinned ? { isPinned, leftOn: null } : { isPinned },
      )
      if (isPinned) await fetchProject(projectId)
    },
    retryParked: (id) =>
      settled(
        (async () => {
          const parked = await parts().storage.transaction('read', (tx) => tx.parkedEntry(id))
          if (
            parked === undefined ||
            (parked.command === CREATE && (await retryFile(parts(), id, parked.args)))
          )
            return null
          const { projectId, command, args, label, base } = parked
          return editAll([{ projectId, command, args, label, undo: null, seen: base }], id)
        })(),
      ),
    async discardParked(id) {
      await editAll([], id)
    },
    addFile: (file) => settled(addFile(parts(), file).then(() => null)),
    dropFile: (id) => dropFile(parts(), id),
    pauseFile: (id, isPaused) => pauseFile(parts(), id, isPaused),
    describeFile: (id, words) => settled(describeFile(parts(), id, words)),
    readFile: (projectId, rowId) => settled(readFile(parts(), projectId, rowId)),
    tryNow() {
      const { engine, socket, notes, sender } = parts()
      sender.tryNow()
      notes.send({ type: 'tryNow' })
      engine.tryNow()
      socket.tryNow()
    },
    compareNow: () => parts().compareNow(),
    setVisible(isVisible) {
      parts().leader.setVisible(isVisible)
      noteSeen()
    },
    sleep() {
      parts().leader.release()
      parts().sole.release()
      noteSeen()
    },
    awake() {
      const { leader, options } = parts()
      if (options.isLocalOnly !== true) leader.stand()
    },
    async countUnsent() {
      if (opened === undefined || isLeaving) return { answers: 0, others: 0 }
      const found = countInOutbox(opened.storage)
      counting = Promise.allSettled([counting, found])
      return await found
    },
    drain(limits) {
      const { storage, database, notes, engine, sender } = parts()
      const sending = untilSent(
        {
          countLeft: async () =>
            sumUnsent(await countInOutbox(storage)) +
            (await database.file.filter(isUnderway).count()),
          state: () => engine.state(),
          tryNow: () => engine.tryNow(),
          now: () => Date.now(),
          sleep: afterMs,
        },
        limits,
      )
      sender.tryNow()
      notes.send({ type: 'tryNow' })
      engine.tryNow()
      return sending
    },
    async packUnsent() {
      const stored = await ownSession()
      return stored === undefined ? null : packUnsent(parts().storage, stored, Date.now())
    },
    async leave(discard) {
      const { engine, socket, leader, notes, database, storage, sender } = parts()
      socket.stop()
      leader.release()
      await engine.stop()
      await sender.stop()
      // A reading that finds no database opens it, and so makes it again.
      isLeaving = true
      await counting
      await leaveDevice(database, storage, discard, (await ownSession())?.sealKey ?? null)
      notes.close()
      opened = undefined
      isLeaving = false
    },
  }
}
