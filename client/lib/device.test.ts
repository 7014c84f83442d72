// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { expose } from 'comlink'
import { locks } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Refusal } from '#schema/refusal.ts'
import { databaseName } from '#sync/browser/storage/database.ts'
import { createDevice } from '#sync/browser/tabs/device.ts'
import type { Note } from '#sync/browser/tabs/notes.ts'
import { emptyChange } from '#sync/engine/change.ts'
import { buildSession } from '../../tests/support/page-project.ts'
import { beginReading } from '../../tests/support/page-reading.ts'
import {
  brokenDatabases,
  closeDevice,
  currentDevice,
  deviceChanges,
  deviceNotes,
  onceReady,
  openDevice,
  readyDevice,
  unwrap,
} from './device.ts'

/** The thread of a worker, with the real device in it. */
class Thread extends EventTarget {
  readonly #channel = new MessageChannel()
  #isOver = false
  constructor() {
    super()
    const { port1, port2 } = this.#channel
    const say = (data: unknown) => {
      if (!this.#isOver) this.dispatchEvent(new MessageEvent('message', { data }))
    }
    expose(
      createDevice((note) => void setTimeout(() => say({ note }))),
      port2 as never,
    )
    port1.addEventListener('message', ({ data }) => say(data))
    port1.start()
    port2.start()
  }
  postMessage(data: unknown): void {
    this.#channel.port1.postMessage(data)
  }
  terminate(): void {
    this.#isOver = true
    this.#channel.port1.close()
  }
}

const shownLocation = globalThis.location
const pause = () => new Promise((done) => setTimeout(done, 15))
let organizationId = 0
let heard: Note[]
let stopHearing: () => void
/** Another tab of the same person. */
let other: { channel: BroadcastChannel; notes: Note[] }
const open = async () => {
  const session = buildSession({ organizationId })
  const channel = new BroadcastChannel(`${databaseName(session)}-notes`)
  other = { channel, notes: [] }
  channel.onmessage = ({ data }) => void other.notes.push(data as Note)
  const device = openDevice(session)
  await device.isReady
  await leads()
  return device
}
const holdsLead = async (id = organizationId) =>
  ((await locks.query()).held ?? []).some(
    (lock) => lock.name === `${databaseName({ userId: 1, organizationId: id })}-leader`,
  )
const leads = (is = true) => vi.waitFor(async () => expect(await holdsLead()).toBe(is))
const told = (type: Note['type']) => other.notes.filter((note) => note.type === type)
const tell = (target: EventTarget, name: string, facts: object = {}) =>
  target.dispatchEvent(Object.assign(new Event(name), facts))
const look = (visibilityState: string) => {
  Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
  tell(document, 'visibilitychange')
}

beforeEach(() => {
  localStorage.clear()
  organizationId += 1
  heard = []
  stopHearing = deviceNotes.on((note) => heard.push(note))
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  vi.stubGlobal('Worker', Thread)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('There is no server')))
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.stubGlobal('location', shownLocation)
  await currentDevice()?.worker.sleep()
  stopHearing()
  closeDevice()
  other.channel.close()
  look('visible')
})

describe('the device of the signed-in person', () => {
  it('is opened once, and replaced by that of another organization', async () => {
    const changes: (number | null)[] = []
    const stop = deviceChanges.on((device) => changes.push(device?.session.organizationId ?? null))
    const device = await open()
    expect(openDevice(buildSession({ organizationId, name: 'Renamed' }))).toBe(device)
    expect([await readyDevice(), currentDevice()]).toEqual([device, device])
    expect(changes).toEqual([organizationId])
    await device.worker.sleep()
    const former = organizationId
    other.channel.close()
    organizationId += 1
    const next = await open()
    expect([next === device, currentDevice() === next]).toEqual([false, true])
    expect(changes).toEqual([former, null, organizationId])
    expect(device.database.isOpen()).toBe(false)
    expect(await holdsLead(former)).toBe(false)
    stop()
  })

  it('is closed at a sign-out, and hears nothing afterwards', async () => {
    await expect(readyDevice()).rejects.toThrow('No person is signed in')
    closeDevice()
    const device = await open()
    const changes: unknown[] = []
    const stop = deviceChanges.on((now) => changes.push(now))
    await device.worker.sleep()
    closeDevice()
    closeDevice()
    stop()
    expect([currentDevice(), changes, device.database.isOpen()]).toEqual([null, [null], false])
    heard.length = 0
    other.channel.postMessage({ type: 'session' })
    await pause()
    expect(heard).toEqual([])
    await expect(readyDevice()).rejects.toThrow('No person is signed in')
  })

  it('is remembered, so that a later visit knows if the browser has cleared it', async () => {
    const { database } = await open()
    const { name } = database
    await vi.waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain(name))
    const record = await database.meta.get('device')
    const clientId = record?.key === 'device' ? record.meta.clientId : 'none'
    expect(Object.values({ ...localStorage })).toEqual([`here ${clientId}`])
  })

  it('asks the tab that leads how things stand, once it is ready', async () => {
    const device = await open()
    await vi.waitFor(() => expect(told('askState')).toHaveLength(1))
    expect(await device.worker.countUnsent()).toEqual({ answers: 0, others: 0 })
  })

  it('runs work when it is ready, and none of a device that was closed before', async () => {
    const device = openDevice(buildSession({ organizationId }))
    const done: string[] = []
    onceReady(device, () => void done.push('work'))
    expect(done).toEqual([])
    await device.isReady
    await pause()
    expect(done).toEqual(['work'])
    // The browser may delete the database at any time; that is no error of the application.
    const deleted = Object.assign(new Error('Deleted'), { name: 'AbortError' })
    onceReady(device, () => Promise.reject(deleted))
    await device.worker.sleep()
    onceReady(device, () => Promise.reject(new Error('Of a device that is closed')))
    closeDevice()
    await pause()
  })
})

describe('notes', () => {
  const changesOf = (...seqs: number[]): Note => ({
    type: 'changes',
    changes: seqs.map((seq) => emptyChange(seq, null)),
  })
  /** Heard changes of other tabs; those of the own worker have lower numbers. */
  const others = () =>
    heard.flatMap((note) =>
      note.type === 'changes' && note.changes.some(({ seq }) => seq > 40) ? [note.changes] : [],
    )
  const seqs = () => others().map((changes) => changes.map(({ seq }) => seq))

  it('of a change that comes twice are heard once, with what is new beside it', async () => {
    await open()
    await pause()
    heard.length = 0
    for (const note of [changesOf(41), changesOf(41), changesOf(41, 42), changesOf(42)])
      other.channel.postMessage(note)
    await vi.waitFor(() => expect(seqs()).toEqual([[41], [41, 42]]))
    await pause()
    expect(seqs()).toHaveLength(2)
  })

  it('of other kinds are all heard', async () => {
    await open()
    await pause()
    heard.length = 0
    for (const _ of [1, 2]) other.channel.postMessage({ type: 'session' })
    await vi.waitFor(() => expect(heard.filter(({ type }) => type === 'session')).toHaveLength(2))
  })

  it('are still told apart after hundreds of them', async () => {
    await open()
    await pause()
    heard.length = 0
    const all = Array.from({ length: 300 }, (_, at) => at + 1_000)
    other.channel.postMessage(changesOf(...all))
    other.channel.postMessage(changesOf(...all.slice(-200)))
    other.channel.postMessage(changesOf(2_000))
    await vi.waitFor(() => expect(seqs().at(-1)).toEqual([2_000]))
    expect(seqs()).toEqual([all, [2_000]])
  })

  it('of a new leader make every reader read everything again', async () => {
    await open()
    await pause()
    heard.length = 0
    other.channel.postMessage({ type: 'standing', seq: 90 })
    const all = { reload: true, cursor: true, home: true, outbox: true, parked: true }
    await vi.waitFor(() => expect(others()).toEqual([[{ ...emptyChange(90, null), ...all }]]))
  })
})

describe('a page', () => {
  it('tells the other tabs whether it is visible', async () => {
    await open()
    look('hidden')
    await vi.waitFor(() => expect(told('looks').at(-1)).toMatchObject({ isVisible: false }))
    look('visible')
    await vi.waitFor(() => expect(told('looks').at(-1)).toMatchObject({ isVisible: true }))
  })

  it('that opens in the background is not taken for visible', async () => {
    look('hidden')
    await open()
    await pause()
    expect(told('looks')).toEqual([])
    look('visible')
    await vi.waitFor(() => expect(told('looks')).toMatchObject([{ isVisible: true }]))
  })

  it('in the back-forward cache neither leads nor hears, and comes back with both', async () => {
    await open()
    await pause()
    tell(window, 'pagehide')
    await leads(false)
    heard.length = 0
    other.channel.postMessage({ type: 'session' })
    await pause()
    expect(heard).not.toContainEqual({ type: 'session' })
    tell(window, 'pageshow', { persisted: false })
    await pause()
    expect(await holdsLead()).toBe(false)
    const asked = told('askState').length
    tell(window, 'pageshow', { persisted: true })
    await leads()
    await vi.waitFor(() => expect(told('askState')).toHaveLength(asked + 1))
    other.channel.postMessage({ type: 'session' })
    await vi.waitFor(() => expect(heard).toContainEqual({ type: 'session' }))
    // It missed what happened in between.
    expect(heard).toContainEqual(
      expect.objectContaining({ changes: [expect.objectContaining({ reload: true })] }),
    )
  })

  it.each([
    ['Chrome', 'AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'],
    ['Firefox', 'Gecko/20100101 Firefox/140.0'],
  ])('that is left in %s (%s) goes on with its worker when it is shown', async (_what, agent) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(`Mozilla/5.0 ${agent}`)
    const reload = vi.fn<() => void>()
    vi.stubGlobal('location', Object.assign(new URL(shownLocation.href), { reload }))
    const terminate = vi.spyOn(Thread.prototype, 'terminate')
    await open()
    const { ended } = await beginReading()
    tell(window, 'pagehide', { persisted: true })
    expect(await ended).toBe('complete')
    await leads(false)
    look('hidden')
    tell(window, 'pageshow', { persisted: true })
    await leads()
    expect(reload).not.toHaveBeenCalled()
    expect(terminate).not.toHaveBeenCalled()
  })

  it('that is frozen gives the lead to another tab until it goes on', async () => {
    await open()
    tell(document, 'freeze')
    await leads(false)
    tell(document, 'resume')
    await leads()
  })

  it.each(['online', 'offline'])('tries the server when the browser says %s', async (name) => {
    await open()
    const before = told('tryNow').length
    tell(window, name)
    await vi.waitFor(() => expect(told('tryNow')).toHaveLength(before + 1))
  })

  it('without a person minds none of it', () => {
    look('hidden')
    for (const name of ['pagehide', 'online', 'offline']) tell(window, name)
    for (const name of ['freeze', 'resume']) tell(document, name)
    tell(window, 'pageshow', { persisted: true })
    expect(currentDevice()).toBeNull()
  })
})

describe('a database that cannot be opened', () => {
  const broken: unknown[] = []
  const stop = brokenDatabases.on((device) => broken.push(device))
  const refuse = () =>
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('The store is damaged', 'UnknownError')
    })
  const passTime = async () => {
    for (let at = 0; at < 20; at += 1) {
      await vi.advanceTimersByTimeAsync(100)
      await new Promise((done) => setImmediate(done))
    }
  }

  it('is told, and its worker waits, unless the person has signed out', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    refuse()
    const device = openDevice(buildSession({ organizationId }))
    let isReady = false
    void device.isReady.then(() => (isReady = true))
    await passTime()
    expect([broken, isReady]).toEqual([[device], false])
    closeDevice()
    broken.length = 0
    openDevice(buildSession({ organizationId: organizationId + 1_000 }))
    await vi.advanceTimersByTimeAsync(200)
    closeDevice()
    await passTime()
    expect(broken).toEqual([])
    stop()
  })
})

describe('the answer of a call', () => {
  it('is its value, or its refusal as an error', () => {
    expect(unwrap({ value: 7 })).toBe(7)
    const refusalOf = (field: string | undefined): unknown => {
      try {
        return unwrap({ refusal: { code: 'NOT_FOUND', detail: { limit: 3 }, field } })
      } catch (error) {
        return error
      }
    }
    const refusal = refusalOf('name')
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ code: 'NOT_FOUND', detail: { limit: 3 }, field: 'name' })
    expect(refusalOf(undefined)).toMatchObject({ detail: { limit: 3 }, field: undefined })
  })
})
