import type { Writer } from '#sync/engine/outbox/edit.ts'
import { addFile, describeFile, dropFile, pauseFile, readFile } from '../files/device-files.ts'
import { packCarried, packUnsent } from '../files/unsent-file.ts'
import { leaveDevice } from '../session/leave.ts'
import { openSealed } from '../session/open-sealed.ts'
import { readSession, type StoredSession } from '../session/session-store.ts'
import { isSameMembership } from '../storage/database.ts'
import type { Device } from './device-api.ts'
import { editCalls } from './device-edits.ts'
import { projectCalls } from './device-projects.ts'
import { countInOutbox, sendingCalls } from './device-sending.ts'
import type { Note } from './notes.ts'
import { openParts, tellOwnStanding } from './open-parts.ts'
import { commands, type OpenParts } from './parts.ts'
import { settled } from './settled.ts'

/** One tab's worker: writes the tab's edits, and sends the edits of all tabs while it leads. */
export const createDevice = (tellPage: (note: Note) => void): Device => {
  const writerId = crypto.randomUUID()
  let opened: OpenParts | undefined
  let isLeaving = false
  let counting: Promise<unknown> = Promise.resolve()
  const parts = (): OpenParts => {
    if (opened === undefined) throw new Error('The device is not open')
    return opened
  }
  const writer = (): Writer => ({
    commands,
    person: parts().options.person,
    id: writerId,
    now: Date.now(),
    isSending: parts().leader.isLeading() && parts().engine.isReady(),
  })
  const { noteSeen, ...projects } = projectCalls(parts)

  return {
    ...editCalls(parts, writer),
    ...projects,
    ...sendingCalls(parts),
    ...fileCalls(parts),
    async open(options) {
      opened ??= openParts(options, writerId, tellPage)
      const isNew = await prepare(opened)
      if (options.isLocalOnly !== true) opened.leader.stand()
      return { isNew, life: await holdLife(`${options.database}-worker-${writerId}`) }
    },
    setVisible(isVisible) {
      parts().leader.setVisible(isVisible)
      parts().looks.setVisible(isVisible)
      noteSeen()
    },
    sleep() {
      // After `leave` nothing is held.
      if (opened === undefined) return
      opened.leader.release()
      opened.sole.release()
      noteSeen()
    },
    awake() {
      const { leader, options } = parts()
      if (options.isLocalOnly !== true) leader.stand()
      tellOwnStanding(parts()).catch(() => undefined)
    },
    async countUnsent() {
      if (opened === undefined || isLeaving) return { answers: 0, others: 0 }
      const found = countInOutbox(opened.storage)
      counting = Promise.allSettled([counting, found])
      return await found
    },
    async packUnsent() {
      const stored = await ownSession(parts())
      return stored === undefined ? null : packUnsent(parts().storage, stored, Date.now())
    },
    async packCarried() {
      const stored = await ownSession(parts())
      return stored === undefined ? null : packCarried(parts().storage, stored, Date.now())
    },
    async leave(isDiscarding) {
      const { engine, socket, leader, looks, notes, database, storage, sender, sole } = parts()
      looks.stop()
      socket.stop()
      leader.release()
      await engine.stop()
      await sender.stop()
      // Stop counting the unsent work: a later count would create the deleted database again.
      isLeaving = true
      await counting
      const sealKey = (await ownSession(parts()))?.sealKey ?? null
      await leaveDevice(database, storage, { isDiscarding, sealKey })
      sole.close()
      notes.close()
      opened = undefined
    },
  }
}

type FileCalls = Pick<Device, 'addFile' | 'dropFile' | 'pauseFile' | 'describeFile' | 'readFile'>

const fileCalls = (parts: () => OpenParts): FileCalls => ({
  addFile: (file) => settled(addFile(parts(), file)),
  dropFile: (id) => dropFile(parts(), id),
  pauseFile: (id, isPaused) => pauseFile(parts(), id, isPaused),
  describeFile: (id, words) => settled(describeFile(parts(), id, words)),
  readFile: (projectId, rowId) => settled(readFile(parts(), projectId, rowId)),
})

/** @returns whether the device held nothing of the person */
const prepare = async (parts: OpenParts): Promise<boolean> => {
  const { database, storage } = parts
  await database.open()
  const session = await ownSession(parts)
  if (session !== undefined) await openSealed(database, session)
  const isNew = (await database.meta.get('device')) === undefined
  // The first writing transaction creates the device's record, and its client id with it.
  if (isNew) await storage.transaction('apply', async (tx) => void (await tx.meta()))
  return isNew
}

/**
 * The session of this device's person; undefined where another person has signed in since, or the
 * same person for another organization.
 */
const ownSession = async ({ options }: OpenParts): Promise<StoredSession | undefined> => {
  const stored = await readSession()
  return stored !== undefined && isSameMembership(stored.session, options.person)
    ? stored
    : undefined
}

/** Takes a lock that is held until the thread ends; resolves with its name once it is held. */
const holdLife = (name: string): Promise<string> =>
  new Promise((resolve, reject) => {
    navigator.locks
      .request(name, () => {
        resolve(name)
        return new Promise(() => undefined)
      })
      .catch(reject)
  })
