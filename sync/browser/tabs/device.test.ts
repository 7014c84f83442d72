import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PullPage, PushRequest } from '#schema/api/sync.ts'
import { buildOwner, PROJECT_ID as projectId } from '../../../tests/support/project-rows.ts'
import { layDeviceProject } from '../../../tests/support/device-project.ts'
import { lastLine, Line } from '../../../tests/support/socket-line.ts'
import { importSealKey } from '../session/seal.ts'
import { clearSession, type StoredSession, writeSession } from '../session/session-store.ts'
import { DeviceDatabase } from '../storage/database.ts'
import { createDexieStorage } from '../storage/dexie-storage.ts'
import { readKeeps } from '../storage/kept-projects.ts'
import type { Device, DeviceOptions } from './device-api.ts'
import { createDevice } from './device.ts'
import type { Note } from './notes.ts'

/** Whole devices over real locks, channels and stores; the server is the test. */
const SEAL = btoa('k'.repeat(32))
const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
  'sign',
  'verify',
])
const { userId, name } = buildOwner()
const person = { userId, name, organizationId: 1 }
const signIn = async (changes: Partial<StoredSession['session']> = {}): Promise<void> => {
  const { publicKey: _, privateKey } = keys
  await writeSession({
    ...{ key: 'session', sessionId: 'id', token: 'token', privateKey, serverId: 's' },
    ...{ sealKey: await importSealKey(SEAL), clockSkewMs: 0, isExpired: false },
    expiresOn: Date.now() + 3_600_000,
    session: {
      ...person,
      username: 'owner',
      vendorId: null,
      ...changes,
    } as StoredSession['session'],
  })
}

interface Tab {
  device: Device
  told: Note[]
  options: DeviceOptions
}
let count = 0
let base = ''
let tabs: Tab[] = []
const open = async (changes: Partial<DeviceOptions> = {}) => {
  const told: Note[] = []
  const device = createDevice((note) => void told.push(note))
  const options = { database: base, person, isVisible: true, isLocalOnly: true, ...changes }
  const { isNew, life } = await device.open(options)
  const tab = { device, told, options }
  tabs.push(tab)
  return { ...tab, isNew, life }
}
const heldLocks = async (): Promise<string[]> =>
  ((await navigator.locks.query()).held ?? []).map((lock) => lock.name ?? '')
const leads = async (): Promise<boolean> => (await heldLocks()).includes(`${base}-leader`)
/** Gives the device of this test a project of its person. */
const lay = async (): Promise<void> => {
  const database = new DeviceDatabase(base)
  await layDeviceProject(createDexieStorage(database, () => 'client'))
  database.close()
}
const rename = (to: string) => ({
  projectId,
  command: 'sections.update',
  args: { projectId, id: 's1', name: to },
  label: `Rename to ${to}`,
  undo: null,
})

beforeEach(() => {
  base = `device-${(count += 1)}`
  tabs = []
  Line.all = []
  vi.stubGlobal('WebSocket', Line)
  vi.stubGlobal('location', { origin: 'https://book.test' })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
})
afterEach(async () => {
  for (const { device } of tabs) await device.leave(true).catch(() => undefined)
  vi.unstubAllGlobals()
  await clearSession()
})

describe('a device', () => {
  it('that is not open counts nothing, sleeps, and makes no other call', async () => {
    const device = createDevice(() => undefined)
    expect(await device.countUnsent()).toEqual({ answers: 0, others: 0 })
    device.sleep()
    expect(() => device.setVisible(true)).toThrow('The device is not open')
    await expect(device.packUnsent()).rejects.toThrow('The device is not open')
    expect(await indexedDB.databases()).not.toContainEqual(expect.objectContaining({ name: base }))
  })

  it('is new once, and its worker holds a lock of its own for as long as it lives', async () => {
    const first = await open()
    expect(first.isNew).toBe(true)
    expect(first.life).toMatch(new RegExp(`^${base}-worker-[0-9a-f-]{36}$`))
    const second = await open()
    expect([second.isNew, second.life === first.life]).toEqual([false, false])
    expect(await heldLocks()).toEqual(expect.arrayContaining([first.life, second.life]))
    const stored = new DeviceDatabase(base)
    expect(await stored.meta.get('device')).toMatchObject({ meta: { serverId: null } })
    stored.close()
  })

  it('writes edits without a network, counts them and packs them for its person alone', async () => {
    await lay()
    const { device, told } = await open()
    expect(await device.edit(rename('First'))).toEqual({ value: { 'section/s1#name': 'General' } })
    expect(told).toMatchObject([{ type: 'changes', changes: [{ outbox: true }] }])
    expect(await device.countUnsent()).toEqual({ answers: 0, others: 1 })
    expect([await device.packUnsent(), await device.packCarried()]).toEqual([null, null])
    await signIn({ organizationId: 2 })
    expect(await device.packUnsent(), 'of another organization').toBeNull()
    await signIn()
    const before = Date.now()
    expect(await device.packUnsent()).toMatchObject({ username: 'owner', edits: 1 })
    expect(await device.packCarried(), 'a requestor carries nothing').toBeNull()
    await signIn({ vendorId: 7 })
    const carried = await device.packCarried()
    expect(carried?.edits).toBe(1)
    expect(carried?.savedOn).toBeGreaterThanOrEqual(before)
    expect([await leads(), Line.all.length], 'it talks to nobody').toEqual([false, 0])
  })

  it('turns refusals of file calls into values', async () => {
    await lay()
    const { device } = await open()
    const place = { kind: 'requirement', id: 'r1' } as const
    const file = { projectId, id: 'f', place, name: 'a.exe', blob: new Blob(['x']), label: '' }
    expect(await device.addFile({ ...file, scope: '' } as never)).toHaveProperty('refusal')
    expect(await device.readFile(projectId, 'none')).toHaveProperty('refusal.code', 'NOT_FOUND')
    expect(await device.describeFile('none', { alias: 'x' })).toEqual({ value: false })
    expect(await device.dropFile('none')).toBe(false)
    await expect(device.pauseFile('none', true)).resolves.toBeUndefined()
  })

  it('notes that its person looked at a project, when the page is shown and when it sleeps', async () => {
    await lay()
    const { device } = await open()
    await device.openProject(projectId)
    const database = new DeviceDatabase(base)
    const seenAt = async (): Promise<number> =>
      (await readKeeps(database)).get(projectId)?.openedOn ?? 0
    await vi.waitFor(async () => expect(await seenAt()).toBeGreaterThan(0))
    for (const look of [() => device.setVisible(false), () => device.sleep()]) {
      await database.meta.where('key').startsWith('keep/').delete()
      look()
      await vi.waitFor(async () => expect(await seenAt()).toBeGreaterThan(0))
    }
    database.close()
  })
})

describe('a sign-out', () => {
  it('seals unsent work with the key of the session, and the next opening brings it back', async () => {
    await lay()
    await signIn()
    const first = await open()
    await first.device.edit(rename('Sealed'))
    await first.device.leave(false)
    expect(await first.device.countUnsent()).toEqual({ answers: 0, others: 0 })
    first.device.sleep()
    const left = new DeviceDatabase(base)
    expect([await left.outbox.count(), await left.pageInfo.count()]).toEqual([0, 0])
    left.close()
    const second = await open()
    expect(second.isNew).toBe(false)
    expect(await second.device.countUnsent()).toEqual({ answers: 0, others: 1 })
  })

  it('that discards the work deletes the database and frees its writer and its channel', async () => {
    await lay()
    const { device, told } = await open()
    await device.edit(rename('Lost'))
    const counting = device.countUnsent()
    await device.leave(true)
    expect(await counting).toEqual({ answers: 0, others: 1 })
    expect(await indexedDB.databases()).not.toContainEqual(expect.objectContaining({ name: base }))
    await vi.waitFor(async () => expect(await heldLocks()).not.toContain(`${base}-writers`))
    const heard = told.length
    const again = await open()
    expect(again.isNew).toBe(true)
    again.device.tryNow()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(told).toHaveLength(heard)
  })
})

/** A server that takes every edit; the test reads what it was sent. */
const serve = (): { pushed: PushRequest[]; pulls: number } => {
  const server = { pushed: [] as PushRequest[], pulls: 0 }
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    if (path === '/api/sync/push') {
      const request = JSON.parse(body) as PushRequest
      server.pushed.push(request)
      return Response.json({ lastMid: request.mutations.at(-1)?.mid ?? 0 })
    }
    if (path !== '/api/sync/pull') throw new TypeError('offline')
    server.pulls += 1
    const taken = server.pushed.flatMap(({ mutations }) => mutations)
    const page: PullPage = {
      ...{ serverId: 's', now: Date.now() + 5_000, project: null, denied: [], home: null },
      results: taken.map(({ mid }) => ({ mid, status: 'applied' })) as PullPage['results'],
      ...{ lastMid: taken.at(-1)?.mid ?? 0, more: false },
    }
    return new Response(`${JSON.stringify(page)}\n`)
  })
  return server
}
const connect = async (): Promise<void> => {
  await vi.waitFor(() => expect(Line.all).toHaveLength(1))
  const line = lastLine()
  line.open()
  line.frame('CONNECTED', { version: '1.2', 'heart-beat': '0,0' })
  line.frame('RECEIPT', { 'receipt-id': 'subscribed' })
}
/** What other tabs hear. */
const listen = (): { notes: Note[]; stop(): void } => {
  const channel = new BroadcastChannel(`${base}-notes`)
  const notes: Note[] = []
  channel.onmessage = ({ data }) => void notes.push(data as Note)
  return { notes, stop: () => channel.close() }
}

describe('the leader among the tabs', () => {
  it('sends the edits, says how it stands, and stops when its page sleeps', async () => {
    await lay()
    await signIn()
    const server = serve()
    const { notes, stop } = listen()
    const { device, told } = await open({ isLocalOnly: false })
    expect(await leads()).toBe(true)
    await vi.waitFor(() => expect(told).toContainEqual({ type: 'standing', seq: 0 }))
    await vi.waitFor(() => expect(notes).toContainEqual({ type: 'standing', seq: 0 }))
    await vi.waitFor(() => expect(server.pulls).toBe(1))
    await connect()
    await vi.waitFor(() => expect(server.pulls, 'missed changes').toBe(2))
    lastLine().frame('MESSAGE', { subscription: 'sub-0', 'message-id': '1' }, '{"id":3}')
    await vi.waitFor(() => expect(notes).toContainEqual({ type: 'item', item: { id: 3 } }))
    await vi.waitFor(() =>
      expect(notes.findLast(({ type }) => type === 'state')).toMatchObject({
        ...{ state: { phase: 'idle' }, isLive: true, compared: null },
        ...{
          clockSkewMs: expect.closeTo(5_000, -3),
          lastContactAt: expect.closeTo(Date.now(), -4),
        },
      }),
    )
    lastLine().close()
    await device.edit(rename('Sent'))
    expect(await device.drain({ ms: 5_000 })).toBe(0)
    expect(server.pushed.flatMap(({ mutations }) => mutations.map(({ args }) => args))).toEqual([
      rename('Sent').args,
    ])
    device.sleep()
    await vi.waitFor(async () => expect(await leads()).toBe(false))
    const { pulls } = server
    device.tryNow()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(server.pulls, 'a sleeping tab asks nothing').toBe(pulls)
    device.awake()
    await vi.waitFor(async () => expect(await leads()).toBe(true))
    await vi.waitFor(() => expect(server.pulls).toBeGreaterThan(pulls))
    await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ type: 'standing' }))
    stop()
  })

  it('tells the server whether its person looks at any tab', async () => {
    await signIn()
    serve()
    const first = await open({ isLocalOnly: false })
    const { notes, stop } = listen()
    await connect()
    const seen = () =>
      lastLine()
        .of('SEND')
        .map((text) => /seen:(\w+)/.exec(text)?.[1])
    expect(seen()).toEqual(['true'])
    const second = await open()
    first.device.setVisible(false)
    await vi.waitFor(() =>
      expect(notes.filter(({ type }) => type === 'looks')).toMatchObject([
        { isVisible: true },
        { isVisible: false },
      ]),
    )
    expect(seen(), 'the second tab is visible').toEqual(['true'])
    second.device.setVisible(false)
    await vi.waitFor(() => expect(seen()).toEqual(['true', 'false']))
    stop()
  })

  it('that stays on the device stands for nothing when its page wakes, and says how it stands', async () => {
    const { device, told } = await open()
    device.sleep()
    device.awake()
    await vi.waitFor(() => expect(told).toEqual([{ type: 'standing', seq: 0 }]))
    expect(await leads()).toBe(false)
  })
})
