import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PullPage, PushRequest } from '#schema/api/sync.ts'
import { PROJECT_ID as projectId } from '../../../tests/support/project-rows.ts'
import { lastLine, Line } from '../../../tests/support/socket-line.ts'
import {
  base,
  beginTabs,
  endTabs,
  heldLocks,
  lay,
  leads,
  open,
  rename,
  signIn,
} from '../../../tests/support/open-tabs.ts'
import type { Note } from './notes.ts'

beforeEach(beginTabs)
afterEach(endTabs)

/** A server that takes every edit, but no other request; the test reads what it was sent. */
const serve = (): { pushed: PushRequest[]; pulls: number; others: number } => {
  const server = { pushed: [] as PushRequest[], pulls: 0, others: 0 }
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    if (path === '/api/sync/push') {
      const request = JSON.parse(body) as PushRequest
      server.pushed.push(request)
      return Response.json({ lastMid: request.mutations.at(-1)?.mid ?? 0 })
    }
    if (path !== '/api/sync/pull') {
      server.others += 1
      throw new TypeError('offline')
    }
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
    await vi.waitFor(async () => expect(await heldLocks()).not.toContain(`${base}-writers`))
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

  it('sends files too, again when another request reached the server, until its page sleeps', async () => {
    await lay()
    await signIn()
    const server = serve()
    const { device: idle } = await open()
    const file = {
      projectId,
      id: 'f',
      place: { kind: 'document', id: 'd1' },
      name: 'a.txt',
    } as const
    const rest = { blob: new Blob(['text']), label: '', scope: 'd1' }
    expect(await idle.addFile({ ...file, ...rest })).toHaveProperty('value')
    const { device } = await open({ isLocalOnly: false })
    await vi.waitFor(() => expect(server.others).toBeGreaterThan(0))
    const pause = () => new Promise((resolve) => setTimeout(resolve, 30))
    const patience = { timeout: 5_000 }
    for (let failed = 0; failed < 4; failed += 1) {
      const { others } = server
      device.tryNow()
      await vi.waitFor(() => expect(server.others).toBeGreaterThan(others), patience)
    }
    await pause()
    const before = server.others
    await connect()
    // Its own wait takes at least 16 seconds by now.
    await vi.waitFor(() => expect(server.others).toBeGreaterThan(before), patience)
    await pause()
    device.sleep()
    await vi.waitFor(async () => expect(await leads()).toBe(false))
    expect(lastLine().readyState).toBe(3)
    const { others, pulls } = server
    device.tryNow()
    await pause()
    expect([server.others, server.pulls]).toEqual([others, pulls])
  })

  it('ends its connections, its lead and its channel when its person signs out', async () => {
    await signIn()
    const server = serve()
    const { device } = await open({ isLocalOnly: false })
    await connect()
    const line = lastLine()
    await vi.waitFor(() => expect(server.pulls).toBe(2))
    const closed = vi.spyOn(BroadcastChannel.prototype, 'close')
    let isGone = false
    const leaving = device.leave(true).finally(() => {
      isGone = true
    })
    // The badge of the page goes on counting.
    while (!isGone) {
      await device.countUnsent()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await leaving
    expect([line.readyState, closed.mock.calls.length]).toEqual([3, 1])
    closed.mockRestore()
    await vi.waitFor(async () => expect(await leads()).toBe(false))
    expect(await indexedDB.databases()).not.toContainEqual(expect.objectContaining({ name: base }))
    expect(() => device.setVisible(true)).toThrow('The device is not open')
    device.sleep()
    expect(await device.countUnsent()).toEqual({ answers: 0, others: 0 })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([server.pulls, Line.all.length], 'nothing follows').toEqual([2, 1])
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
