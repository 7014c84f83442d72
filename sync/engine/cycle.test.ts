import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LiveChange, PullPage } from '#schema/api/sync.ts'
import type { Change } from './change.ts'
import type { Engine, EngineState } from './engine-ports.ts'
import { createEngine } from './engine.ts'
import { createMemoryStorage, type MemoryStorage } from './memory-storage.ts'
import { type OutboxEntry, type Storage, SyncFailure } from './ports.ts'
import { newCursor } from './pull/cursor.ts'

/** The times of what the engine does, on a clock that moves by hand. */
const clock = { now: 0, timers: new Set<{ at: number; ring(): void }>() }
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
const pass = async (ms: number): Promise<void> => {
  const end = clock.now + ms
  await settle()
  for (;;) {
    const [next] = [...clock.timers].toSorted((a, b) => a.at - b.at)
    if (next === undefined || next.at > end) break
    clock.now = next.at
    next.ring()
    await settle()
  }
  clock.now = end
}
const entry = (mid: number): OutboxEntry => ({
  mid,
  writer: 'w',
  projectId: 'p',
  command: 'x',
  args: { mid },
  base: {},
  clientAt: 0,
  label: '',
  touched: [],
  poison: null,
})

let memory: MemoryStorage
let storage: Storage
let engine: Engine
let [log, contacts]: [string[], unknown[]] = [[], []]
/** The arguments of all pushed edits. */
let sent: unknown[]
let states: EngineState[]
let changes: Change[]
let failWith: () => Error | null
let makeRoom: (() => Promise<void>) | undefined
let afterPush: () => Promise<void>
let arrived: number

const page = (): PullPage => ({
  serverId: 's',
  now: clock.now + 7,
  project: null,
  denied: [],
  home: null,
  results: [],
  lastMid: arrived,
  more: false,
})
const write = async (mid: number): Promise<void> => {
  await memory.transaction('edit', async (tx) => {
    tx.putMeta({ ...(await tx.meta()), nextMid: mid + 1 })
    tx.putOutbox(entry(mid))
  })
  engine.wake()
}
const open = (): Engine =>
  createEngine({
    storage: { transaction: (kind, work) => storage.transaction(kind, work) },
    commands: {},
    person: { userId: 1, name: '' },
    onChange: (some) => void changes.push(...some),
    onState: (state) => void states.push(state),
    onContact: (at, skew) => void contacts.push([at, skew]),
    makeRoom: () => makeRoom?.() ?? Promise.resolve(),
    surroundings: {
      now: () => clock.now,
      random: () => 0,
      newId: () => 'id',
      sleep: (ms) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        const timer = {
          at: clock.now + ms,
          ring: () => {
            clock.timers.delete(timer)
            resolve()
          },
        }
        clock.timers.add(timer)
        return { done: promise, interrupt: timer.ring }
      },
    },
    network: {
      push: async ({ mutations }) => {
        log.push(`${clock.now} push ${mutations.map(({ mid }) => mid).join()}`)
        sent.push(...mutations.map(({ args }) => args))
        arrived = mutations.at(-1)?.mid ?? 0
        await afterPush()
        return { lastMid: 0 }
      },
      async *pull() {
        log.push(`${clock.now} pull`)
        const failure = failWith()
        if (failure !== null) throw failure
        yield page()
      },
    },
  })

beforeEach(async () => {
  clock.now = 0
  clock.timers.clear()
  ;[log, sent, states, changes, contacts, arrived] = [[], [], [], [], [], 0]
  failWith = () => null
  afterPush = async () => undefined
  makeRoom = undefined
  memory = createMemoryStorage('client')
  storage = memory
  await memory.transaction('edit', async (tx) => {
    tx.putMeta({ ...(await tx.meta()), serverId: 's' })
    tx.putCursor({ ...newCursor('p'), epoch: 1, buckets: { b: [5, 0] }, isComplete: true })
  })
  engine = open()
  engine.start()
})
afterEach(async () => {
  const stopped = engine.stop()
  await pass(120_000)
  await stopped
})

it('pulls when it starts, once however often it is started, and then every minute', async () => {
  engine.start()
  await pass(59_999)
  expect(log).toEqual(['0 pull'])
  await pass(1)
  expect(log).toEqual(['0 pull', '60000 pull'])
  expect(contacts).toEqual([
    [0, 7],
    [60_000, 7],
  ])
  expect(states.map(({ phase }) => phase)).toEqual(['working', 'idle', 'working', 'idle'])
})

it('pushes an edit at once, and pulls its verdict 250 ms later', async () => {
  await pass(10)
  await write(1)
  await pass(249)
  expect(log).toEqual(['0 pull', '10 push 1'])
  expect(engine.isReady(), 'an edit of now leaves at once').toBe(true)
  await pass(1)
  expect(log).toEqual(['0 pull', '10 push 1', '260 pull'])
  expect(memory.state().outbox.size).toBe(0)
  expect([...clock.timers].map(({ at }) => at)).toEqual([60_260])
  await pass(59_999)
  expect(log).toHaveLength(3)
})

it('an edit in the rest leaves at once, and the pull comes within a second of the first one', async () => {
  await pass(10)
  for (let mid = 1; mid <= 8; mid += 1) {
    await write(mid)
    await pass(200)
  }
  expect(log).toEqual([
    '0 pull',
    ...[10, 210, 410, 610, 810].map((at, index) => `${at} push ${index + 1}`),
    '1010 push 6',
    '1010 pull',
    '1210 push 7',
    '1410 push 8',
  ])
})

it('rests only after edits that arrived, and stops without a pull in the middle of a rest', async () => {
  await pass(10)
  engine.wake()
  await pass(0)
  expect(log).toEqual(['0 pull', '10 pull'])
  await write(1)
  await pass(100)
  const stopped = engine.stop()
  await pass(10_000)
  await stopped
  expect(log).toEqual(['0 pull', '10 pull', '10 push 1'])
  engine.start()
  engine.tryNow()
  await pass(250)
  expect(log.slice(3)).toEqual(['10110 pull'])
})

it('an edit that is written while a request is under way is pushed before the pull', async () => {
  await pass(10)
  let isFirst = true
  afterPush = async () => {
    expect(engine.isReady(), 'a request is under way').toBe(false)
    if (!isFirst) return
    isFirst = false
    await write(2)
  }
  await write(1)
  await pass(300)
  expect(log).toEqual(['0 pull', '10 push 1', '10 push 2', '260 pull'])
})

it('an edit that is written just after the outbox was found empty leaves without a rest', async () => {
  await pass(10)
  let reads = -1
  afterPush = async () => {
    if (reads !== -1) return
    reads = 0
    // Another tab asks for a push although it has written nothing.
    engine.wake()
  }
  storage = {
    async transaction(kind, work) {
      const value = await memory.transaction(kind, work)
      if (reads === 0) {
        reads = 1
        await write(2)
      }
      return value
    },
  }
  await write(1)
  await pass(300)
  expect(log).toEqual(['0 pull', '10 push 1', '10 push 2', '260 pull'])
})

it('hands over an edit that is marked as sent, unless more were written', async () => {
  await pass(10)
  const { clientId } = memory.state().meta
  await memory.transaction('edit', async (tx) => {
    tx.putMeta({ ...(await tx.meta()), nextMid: 2, sentMid: 1 })
    tx.putOutbox(entry(1))
  })
  const marked = { ...entry(1), args: { mid: 1, isOffered: true } }
  let isHanded = false
  void engine.send({ serverId: 's', clientId, entry: marked }).then(() => (isHanded = true))
  await pass(0)
  expect([log, isHanded]).toEqual([['0 pull', '10 push 1'], true])
  expect(sent).toEqual([marked.args])
})

const live = (changes: Partial<LiveChange> = {}): LiveChange => ({
  project: 'p',
  epoch: 1,
  prev: 5,
  seq: 6,
  rows: [],
  ...changes,
})

it('stores a live change at once without a pull, and pulls for a poke', async () => {
  await pass(10)
  engine.live(live())
  await pass(0)
  expect(changes.at(-1)).toMatchObject({ projectId: 'p' })
  expect(memory.state().cursors.get('p')?.buckets).toEqual({ b: [6, 0] })
  engine.live(live())
  await pass(0)
  expect(changes, 'the device has it').toHaveLength(1)
  expect(log).toEqual(['0 pull'])
  engine.live(live({ rows: null, prev: 6, seq: 7 }))
  await pass(0)
  expect(log).toEqual(['0 pull', '10 pull'])
})

it('a live change ends neither a rest nor a wait, and is stored with the next pull', async () => {
  await pass(10)
  await write(1)
  await pass(100)
  engine.live(live())
  await pass(149)
  expect(memory.state().cursors.get('p')?.buckets).toEqual({ b: [5, 0] })
  await pass(1)
  expect(log.at(-1)).toBe('260 pull')
  expect(memory.state().cursors.get('p')?.buckets).toEqual({ b: [6, 0] })
  failWith = () => new SyncFailure('busy', { retryAfterMs: 90_000 })
  engine.tryNow()
  await pass(0)
  engine.live(live({ prev: 6, seq: 8 }))
  await pass(89_999)
  expect(log.slice(3)).toEqual(['260 pull'])
  failWith = () => null
  await pass(1)
  expect(log.slice(3)).toEqual(['260 pull', '90260 pull'])
  expect(memory.state().cursors.get('p')?.buckets).toEqual({ b: [8, 0] })
})

it('a pause is tried again after a minute, and an edit does not end it', async () => {
  failWith = () => new SyncFailure('update')
  await pass(10)
  expect(engine.isReady()).toBe(false)
  await write(1)
  await pass(59_989)
  expect(log).toEqual(['0 pull'])
  failWith = () => null
  await pass(1)
  expect(log.slice(1)).toEqual(['60000 push 1'])
})

it('where the device is full it makes room before it waits, and for no other failure', async () => {
  let made = 0
  makeRoom = async () => void (made += 1)
  failWith = () => new SyncFailure('offline')
  await pass(0)
  expect([made, engine.state()]).toMatchObject([0, { reason: 'offline' }])
  const full = new DOMException('no room', 'QuotaExceededError')
  storage = { transaction: () => Promise.reject(full) }
  engine.tryNow()
  await pass(0)
  expect([made, engine.state()]).toMatchObject([1, { phase: 'waiting', reason: 'full' }])
  makeRoom = async () => {
    throw new Error('the database broke')
  }
  engine.tryNow()
  await pass(0)
  expect(engine.state()).toMatchObject({ reason: 'busy', nextTryAt: clock.now + 4_000 })
})
