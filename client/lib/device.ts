import type { Remote } from 'comlink'
import type { Session } from '#schema/api/users-service/auth.ts'
import { Refusal } from '#schema/refusal.ts'
import { DeviceDatabase, databaseName, isSameMembership } from '#sync/browser/storage/database.ts'
import type { Device, DeviceOptions, Outcome } from '#sync/browser/tabs/device-api.ts'
import { type Note, type Notes, openNotes } from '#sync/browser/tabs/notes.ts'
import { type Change, emptyChange } from '#sync/engine/change.ts'
import { isDatabaseGone } from './database-gone.ts'
import { openWatched } from './database-watch.ts'
import { createEmitter } from './emitter.ts'
import { noteOpened } from './eviction.ts'
import { inMemoryName, isInMemory } from './memory-mode.ts'
import { startLastingWorker } from './lasting-worker.ts'
import { abortTransactions, followTransactions } from './open-transactions.ts'

/**
 * The device of the signed-in person: their database, the worker that writes it, and its notes to
 * the pages.
 */
export interface OpenDevice {
  session: Session
  database: DeviceDatabase
  worker: Remote<Device>
  notes: Notes
  isReady: Promise<void>
  end(): void
}

/**
 * WebKit, and with it every browser on iOS, suspends a page for Back in the middle of its
 * transactions: until the page is shown again, no other page can open or read the database. There
 * the page leaves its device as if the tab were closed, and loads again when it is shown. The
 * device runs in the page there, because a transaction of a worker that is ended while it waits
 * for another one blocks the database until the tab is closed (WebKit bug 324094).
 *
 * Browsers of other engines name the version 537.36 for ever; an installed page on iOS does not
 * name Safari.
 */
const isWebkit = (): boolean => /AppleWebKit\/6/.test(navigator.userAgent)
if (isWebkit()) followTransactions()

let opened: OpenDevice | null = null
/** Emits when another person's or organization's device is opened, or null when it is closed. */
export const deviceChanges = createEmitter<OpenDevice | null>()
/** Emits when a device's database cannot be opened. */
export const brokenDatabases = createEmitter<OpenDevice>()
export const deviceNotes = createEmitter<Note>()

const REMEMBERED = 200
/** Filters duplicates: changes by this page's own worker arrive directly and over the channel. */
const createNews = (): ((note: Note) => boolean) => {
  const seen = new Set<number>()
  return (note) => {
    if (note.type !== 'changes') return true
    const fresh = note.changes.filter(({ seq }) => !seen.has(seq))
    for (const { seq } of fresh) seen.add(seq)
    for (const seq of seen) {
      if (seen.size <= REMEMBERED) break
      seen.delete(seq)
    }
    return fresh.length > 0
  }
}

/**
 * A change without details, which tells readers that they missed one and must read everything
 * again.
 */
const changeOf = (seq: number): Change => ({
  ...emptyChange(seq, null),
  reload: true,
  cursor: true,
  home: true,
  outbox: true,
  parked: true,
})

export const openDevice = (session: Session, options: Partial<DeviceOptions> = {}): OpenDevice => {
  if (opened !== null && isSameMembership(opened.session, session)) return opened
  closeDevice()
  const { userId, organizationId } = session
  const inMemory = isInMemory()
  const name = inMemory ? inMemoryName(databaseName(session)) : databaseName(session)
  const database = new DeviceDatabase(name)
  // Pages read rows here directly, so they do not wait for the worker to start.
  const isOpen = openWatched(database)
  const isNews = createNews()
  const hear = (note: Note): void => {
    if (note.type === 'standing')
      deviceNotes.emit({ type: 'changes', changes: [changeOf(note.seq)] })
    else if (isNews(note)) deviceNotes.emit(note)
  }
  // Never resolves for a broken database: its calls wait until the device is replaced by one in
  // memory.
  const after = isOpen.then((opening) =>
    opening === 'broken' ? new Promise<void>(() => undefined) : undefined,
  )
  const worker = startLastingWorker({
    options: () => ({
      database: name,
      person: { userId, organizationId, name: session.name },
      isVisible: document.visibilityState === 'visible',
      ...options,
    }),
    hear,
    after,
    isInPage: inMemory || isWebkit(),
  })
  const notes = openNotes(name, hear)
  const isReady = worker.isReady.then(({ isNew }) => {
    if (!inMemory) void noteOpened(database, isNew)
  })
  const device: OpenDevice = {
    session,
    database,
    worker: worker.calls,
    notes,
    isReady,
    end() {
      notes.close()
      database.close()
      worker.end()
    },
  }
  opened = device
  void isOpen.then((opening) => {
    if (opening === 'broken' && opened === device) brokenDatabases.emit(device)
  })
  onceReady(device, () => notes.send({ type: 'askState' }))
  deviceChanges.emit(device)
  return device
}

export const closeDevice = (): void => {
  const device = opened
  opened = null
  if (device === null) return
  device.end()
  deviceChanges.emit(null)
}

export const currentDevice = (): OpenDevice | null => opened
/** The device, once its worker answers. Calling it without a session is a bug. */
export const readyDevice = async (): Promise<OpenDevice> => {
  if (opened === null) throw new Error('No person is signed in')
  await opened.isReady
  return opened
}

/**
 * Runs the work once the device is ready. Ignores errors of a device closed before that, or cleared
 * by the browser.
 */
export const onceReady = (device: OpenDevice, work: () => unknown): void => {
  device.isReady.then(work).catch((error: unknown) => {
    if (opened === device && !isDatabaseGone(error)) throw error
  })
}

export const unwrap = <T>(outcome: Outcome<T>): T => {
  if ('value' in outcome) return outcome.value
  const { code, detail, field } = outcome.refusal
  throw new Refusal(code, field === undefined ? { detail } : { detail, field })
}

const tell = (what: (worker: Remote<Device>) => Promise<void>): void => {
  if (opened !== null) onceReady(opened, () => (opened === null ? undefined : what(opened.worker)))
}
let isLeft = false
/** Whether the page was left, in which case it loads again. */
const comesBack = (): boolean => {
  if (!isLeft) return false
  isLeft = false
  location.reload()
  return true
}
document.addEventListener('visibilitychange', () => {
  const isVisible = document.visibilityState === 'visible'
  if (!(isVisible && comesBack())) tell((worker) => worker.setVisible(isVisible))
})
// A page that is frozen or in the back-forward cache must not keep other pages from sending.
window.addEventListener('pagehide', () => {
  if (isWebkit() && !isInMemory()) {
    isLeft = opened !== null
    abortTransactions(isLeft)
    opened?.end()
    return
  }
  void opened?.worker.sleep()
  opened?.notes.pause()
})
document.addEventListener('freeze', () => void opened?.worker.sleep())
window.addEventListener('pageshow', ({ persisted }) => {
  if (comesBack() || !persisted) return
  tell((worker) => worker.awake())
  opened?.notes.resume()
  opened?.notes.send({ type: 'askState' })
})
document.addEventListener('resume', () => tell((worker) => worker.awake()))
// Hints only: the next request decides whether there is a connection.
window.addEventListener('online', () => tell((worker) => worker.tryNow()))
window.addEventListener('offline', () => tell((worker) => worker.tryNow()))
