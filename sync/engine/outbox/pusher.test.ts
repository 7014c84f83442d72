import { beforeEach, expect, it } from 'vitest'
import { PUSH_LIMITS, type PushRequest } from '#schema/api/sync.ts'
import { createMemoryStorage, type MemoryStorage } from '../memory-storage.ts'
import { type OutboxEntry, type Storage, SyncFailure } from '../ports.ts'
import { Pusher } from './pusher.ts'

const entry = (mid: number, changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...{ mid, writer: 'w', projectId: 'p', command: 'x', args: { mid }, base: {} },
  ...{ clientAt: 0, label: '', touched: [], poison: null },
  ...changes,
})

let memory: MemoryStorage
let storage: Storage
let pusher: Pusher
let requests: PushRequest[]
/** The server's answer to the nth request; it may throw. */
let answer: (nth: number, request: PushRequest) => void | Promise<void>
let isWanted: () => boolean
let started: unknown[]

const write = (...mids: number[]): Promise<void> =>
  memory.transaction('edit', async (tx) => {
    for (const mid of mids) tx.putOutbox(entry(mid))
  })
const changeMeta = (changes: object): Promise<void> =>
  memory.transaction('edit', async (tx) => tx.putMeta({ ...(await tx.meta()), ...changes }))
const sent = () => requests.map(({ mutations }) => mutations.map(({ mid }) => mid))

beforeEach(async () => {
  memory = createMemoryStorage('client')
  storage = memory
  ;[requests, started] = [[], []]
  answer = () => undefined
  isWanted = () => false
  await changeMeta({ serverId: 's' })
  pusher = new Pusher({
    storage: { transaction: (kind, work) => storage.transaction(kind, work) },
    isWanted: () => isWanted(),
    startOver: async (where) => {
      started.push(where)
      await changeMeta({ clientId: 'new' })
      pusher.reset()
    },
    network: {
      push: async (request) => {
        requests.push(request)
        await answer(requests.length, request)
        return { lastMid: 0 }
      },
      pull() {
        throw new Error('a push does not pull')
      },
    },
  })
})

it('sends nothing without edits or before the server is known, and each edit once', async () => {
  expect(await pusher.pushAll()).toBe('all')
  await write(1, 2)
  await changeMeta({ serverId: null })
  expect(await pusher.pushAll()).toBe('all')
  expect(requests).toEqual([])
  await changeMeta({ serverId: 's' })
  expect(await pusher.pushAll()).toBe('all')
  await pusher.pushAll()
  await write(3)
  await pusher.pushAll()
  expect(sent()).toEqual([[1, 2], [3]])
  expect(requests[0]).toMatchObject({ serverId: 's', clientId: 'client' })
  expect(pusher.arrivedMid).toBe(3)
  pusher.reset()
  await pusher.pushAll()
  expect(sent().at(-1)).toEqual([1, 2, 3])
})

it('goes on while edits are written during the request', async () => {
  await write(1)
  let wanted = true
  isWanted = () => wanted
  answer = async (nth) => {
    if (nth === 1) await write(2)
    else wanted = false
  }
  expect(await pusher.pushAll()).toBe('all')
  expect(sent()).toEqual([[1], [2]])
})

it('sends the offered edit without reading it, where it follows the last and fits', async () => {
  await write(1)
  let reads = 0
  storage = {
    transaction: (kind, work) => {
      reads += 1
      return memory.transaction(kind, work)
    },
  }
  const offer = (one: OutboxEntry, clientId = 'client'): { isHanded: boolean } => {
    const state = { isHanded: false }
    void pusher.offer({ serverId: 's', clientId, entry: one }).then(() => (state.isHanded = true))
    return state
  }
  await pusher.pushAll()
  reads = 0
  await write(2)
  const handed = offer(entry(2, { args: 'offered' }))
  expect(await pusher.pushAll()).toBe('all')
  expect([reads, handed.isHanded, requests[1]?.mutations[0]?.args]).toEqual([0, true, 'offered'])
  await write(3)
  // Not the next one, of another client, too large, or several were written.
  for (const misfit of [
    () => offer(entry(5, { args: 'no' })),
    () => offer(entry(3, { args: 'no' }), 'other'),
    () => offer(entry(3, { args: 'x'.repeat(1_000_000) })),
    () => {
      offer(entry(3, { args: 'no' }))
      pusher.forgetOffer()
    },
    () => {
      offer(entry(3, { args: 'no' }))
      pusher.reset()
    },
  ]) {
    pusher.reset()
    requests.length = 0
    await changeMeta({ ackMid: 2 })
    misfit()
    await pusher.pushAll()
    expect(requests.flatMap(({ mutations }) => mutations.map(({ args }) => args))).toEqual([
      { mid: 3 },
    ])
  }
})

it('reads the next batch while one is under way', async () => {
  await write(...Array.from({ length: 501 }, (_, n) => n + 1))
  const marks: number[] = []
  answer = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    marks.push(memory.state().meta.sentMid)
  }
  await pusher.pushAll()
  expect(sent().map(({ length }) => length)).toEqual([500, 1])
  expect(marks).toEqual([501, 501])
})

it('starts over where another tab numbered the outbox under a new client', async () => {
  await write(1, 2)
  await pusher.pushAll()
  await memory.transaction('edit', async (tx) => {
    tx.putMeta({ ...(await tx.meta()), clientId: 'new', sentMid: 0 })
  })
  await pusher.pushAll()
  expect(requests.map(({ clientId }) => clientId)).toEqual(['client', 'new'])
  expect(sent()).toEqual([
    [1, 2],
    [1, 2],
  ])
})

it('starts over where the server knows the client as another person’s', async () => {
  await write(1)
  answer = (nth) => {
    if (nth === 1) throw new SyncFailure('foreign')
  }
  expect(await pusher.pushAll()).toBe('all')
  expect(started).toEqual([{ serverId: 's', clientId: 'client' }])
  expect(requests.map(({ clientId }) => clientId)).toEqual(['client', 'new'])
})

it('where the server lacks edits that it had decided, tells the caller to start over', async () => {
  await write(4, 5)
  answer = () => {
    throw new SyncFailure('gap', { lastMid: 2 })
  }
  expect(await pusher.pushAll()).toEqual({ serverId: 's', clientId: 'client' })
  expect(requests).toHaveLength(1)
})

it.each([
  [3, 'gap', 2],
  [undefined, 'gap', 2],
  [4, 'gap', 2],
  [5, 'all', 1],
  [9, 'all', 1],
])(
  'a server that has %s of the edits 4 and 5 counts as %s after %i requests',
  async (has, outcome, count) => {
    await write(4, 5)
    answer = () => {
      throw new SyncFailure('gap', has === undefined ? {} : { lastMid: has })
    }
    expect(await pusher.pushAll()).toBe(outcome)
    expect(requests).toHaveLength(count)
  },
)

it.each(['offline', 'blocked', 'busy', 'unauthorized', 'update'] as const)(
  'leaves the failure %s to the caller, as any other error',
  async (kind) => {
    await write(1)
    answer = () => {
      throw new SyncFailure(kind)
    }
    await expect(pusher.pushAll()).rejects.toMatchObject({ kind })
    answer = () => {
      throw new TypeError('bug')
    }
    await expect(pusher.pushAll()).rejects.toThrow('bug')
    expect(requests).toHaveLength(2)
  },
)

it('a request that is too large is halved, and grows again by twice up to the limit', async () => {
  await write(...Array.from({ length: 400 }, (_, n) => n + 1))
  answer = (_, { mutations }) => {
    if (mutations.length > 60) throw new SyncFailure('tooLarge')
  }
  await pusher.pushAll()
  expect(
    sent()
      .map(({ length }) => length)
      .slice(0, 6),
  ).toEqual([400, 200, 100, 50, 50, 100])
  expect(sent().flat().length).toBeGreaterThan(400)
  expect(pusher.arrivedMid).toBe(400)
  expect(PUSH_LIMITS.mutations).toBe(500)
})

it('gives up for now where no mark of the sent edits lasts, after ten tries', async () => {
  await write(1)
  const kinds: string[] = []
  storage = {
    transaction: (kind, work) => {
      kinds.push(kind)
      return memory.transaction('read', work)
    },
  }
  await expect(pusher.pushAll()).rejects.toMatchObject({ kind: 'busy' })
  expect(kinds).toEqual(Array.from({ length: 10 }, () => ['read', 'apply']).flat())
  expect(requests).toEqual([])
})
