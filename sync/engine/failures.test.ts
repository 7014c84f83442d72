import { afterEach, expect, it, vi } from 'vitest'
import { type PullPage, PUSH_LIMITS, type PushRequest } from '#schema/api/sync.ts'
import type { Engine, EngineState } from './engine-ports.ts'
import { createEngine } from './engine.ts'
import { createMemoryStorage, type MemoryStorage } from './memory-storage.ts'
import { type OutboxEntry, SyncFailure } from './ports.ts'

const NOW = 1_000_000
/** A busy machine may take longer than the usual second. */
const PATIENCE = { timeout: 15_000 }
const entry = (mid: number, text = ''): OutboxEntry => ({
  mid,
  writer: 'w',
  projectId: 'p',
  command: 'x',
  args: { mid, text },
  base: {},
  clientAt: 0,
  label: '',
  touched: [],
  poison: null,
})

interface Wiring {
  storage: MemoryStorage
  engine: Engine
  pushes: PushRequest[]
  states: EngineState[]
  /** Waits that the engine has begun, ms. */
  naps: number[]
  /** The server's clock minus that of the device, as the engine has heard it. */
  skews: number[]
  pulls: () => number
}
let running: Engine | undefined
afterEach(async () => {
  await running?.stop()
})

/** An engine whose waits last as long as a test lets them. */
const start = async (
  entries: readonly OutboxEntry[],
  server: {
    push?(request: PushRequest, nth: number): Promise<void> | void
    pull?(nth: number): void
    /** Number of the last edit that the server has before the first push. */
    lastMid?: number
  },
): Promise<Wiring> => {
  const storage = createMemoryStorage('client')
  await storage.transaction('edit', async (tx) => {
    tx.putMeta({ ...(await tx.meta()), serverId: 's', nextMid: entries.length + 1 })
    for (const one of entries) tx.putOutbox(one)
  })
  const wiring = {
    storage,
    pushes: [] as PushRequest[],
    states: [] as EngineState[],
    naps: [] as number[],
    skews: [] as number[],
  }
  let pulls = 0
  let arrived = server.lastMid ?? 0
  const page = (): PullPage => ({
    serverId: 's',
    now: NOW + 5_000,
    project: null,
    denied: [],
    home: null,
    results: [],
    lastMid: arrived,
    more: false,
  })
  const engine = createEngine({
    storage,
    commands: {},
    person: { userId: 1, name: '' },
    onChange: () => undefined,
    onState: (state) => void wiring.states.push(state),
    onContact: (_at, skewMs) => void wiring.skews.push(skewMs),
    surroundings: {
      now: () => NOW,
      random: () => 0,
      newId: () => 'id',
      sleep: (ms) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        // 250 ms is the rest between a push and its pull, which is no wait for the server.
        if (ms === 250) setTimeout(resolve, 0)
        else if (wiring.states.at(-1)?.phase !== 'working') wiring.naps.push(ms)
        return { done: promise, interrupt: resolve }
      },
    },
    network: {
      push: async (request) => {
        wiring.pushes.push(request)
        await server.push?.(request, wiring.pushes.length)
        arrived = Math.max(arrived, request.mutations.at(-1)?.mid ?? 0)
        return { lastMid: 0 }
      },
      async *pull() {
        pulls += 1
        server.pull?.(pulls)
        yield page()
      },
    },
  })
  running = engine
  engine.start()
  return { ...wiring, engine, pulls: () => pulls }
}
const sizes = ({ pushes }: Wiring): number[] => pushes.map(({ mutations }) => mutations.length)
const untilIdle = async ({ engine, naps }: Wiring): Promise<void> => {
  await vi.waitFor(
    () => expect([engine.state().phase, naps.at(-1)]).toEqual(['idle', 60_000]),
    PATIENCE,
  )
}
const untilNaps = async ({ naps }: Wiring, count: number): Promise<void> => {
  await vi.waitFor(() => expect(naps).toHaveLength(count), PATIENCE)
}

it('waits longer after each failure, up to a minute, says until when, and starts over after a success', async () => {
  let isDown = true
  const wiring = await start([], {
    pull: () => {
      if (isDown) throw new SyncFailure('offline')
    },
  })
  const waits = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]
  for (let nth = 1; nth <= waits.length; nth += 1) {
    await untilNaps(wiring, nth)
    expect(wiring.engine.state()).toEqual({
      phase: 'waiting',
      reason: 'offline',
      nextTryAt: NOW + (waits[nth - 1] ?? 0),
    })
    if (nth < waits.length) wiring.engine.tryNow()
  }
  expect(wiring.naps).toEqual(waits)
  isDown = false
  wiring.engine.tryNow()
  await untilIdle(wiring)
  isDown = true
  wiring.engine.tryNow()
  await untilNaps(wiring, waits.length + 2)
  expect(wiring.naps.at(-1)).toBe(1_000)
})

it('an edit that is written while it waits does not cut the wait short', async () => {
  const wiring = await start([], {
    pull: () => {
      throw new SyncFailure('busy', { retryAfterMs: 90_000 })
    },
  })
  await untilNaps(wiring, 1)
  expect(wiring.naps).toEqual([90_000])
  wiring.engine.wake()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(wiring.pulls()).toBe(1)
  expect(wiring.engine.state()).toMatchObject({ phase: 'waiting', nextTryAt: NOW + 90_000 })
})

it.each(['unauthorized', 'update'] as const)(
  'where it is %s it pauses for a person, and that counts as no failure',
  async (kind) => {
    const wiring = await start([], {
      pull: (nth) => {
        if (nth === 1) throw new SyncFailure(kind)
        if (nth === 2) throw new SyncFailure('offline')
      },
    })
    await untilNaps(wiring, 1)
    expect(wiring.engine.state()).toEqual({ phase: 'paused', reason: kind })
    wiring.engine.tryNow()
    await untilNaps(wiring, 2)
    expect(wiring.naps).toEqual([60_000, 1_000])
  },
)

it('tells how far the clock of the server is ahead', async () => {
  const wiring = await start([], {})
  await untilIdle(wiring)
  expect(wiring.skews).toEqual([5_000])
})

it('a request carries at most 500 edits', async () => {
  const wiring = await start(
    Array.from({ length: 1_001 }, (_, index) => entry(index + 1)),
    {},
  )
  await untilIdle(wiring)
  expect(sizes(wiring)).toEqual([500, 500, 1])
})

it('a request with several edits has at most 256,000 bytes, and not letters', async () => {
  const text = '\u{010d}'.repeat(30_000)
  const wiring = await start(
    Array.from({ length: 9 }, (_, index) => entry(index + 1, text)),
    {},
  )
  await untilIdle(wiring)
  expect(sizes(wiring)).toEqual([4, 4, 1])
  for (const request of wiring.pushes)
    expect(Buffer.byteLength(JSON.stringify(request))).toBeLessThanOrEqual(256_000 + 2_000)
})

it('one edit alone fills a request up to the limit of the server', async () => {
  const wiring = await start([entry(1), entry(2, 'x'.repeat(990_000)), entry(3)], {})
  await untilIdle(wiring)
  expect(sizes(wiring)).toEqual([1, 1, 1])
  for (const request of wiring.pushes)
    expect(Buffer.byteLength(JSON.stringify(request))).toBeLessThanOrEqual(PUSH_LIMITS.bytes)
})

it('an edit larger than a request leaves without its content and holds up no other', async () => {
  const wiring = await start([entry(1), entry(2, 'x'.repeat(1_000_000)), entry(3)], {})
  await untilIdle(wiring)
  expect(wiring.pushes.flatMap(({ mutations }) => mutations.map(({ args }) => args))).toEqual([
    { mid: 1, text: '' },
    null,
    { mid: 3, text: '' },
  ])
  expect(wiring.storage.state().outbox.get(2)?.poison ?? 'TOO_LARGE').toBe('TOO_LARGE')
})

it.each([
  ['tooLarge', 'TOO_LARGE'],
  ['malformed', 'INPUT_INVALID'],
] as const)(
  'a request that is %s is halved until the one edit is found, which leaves without its content',
  async (kind, reason) => {
    const poisons: (string | null | undefined)[] = []
    const taken: number[][] = []
    const wiring = await start(
      Array.from({ length: 8 }, (_, index) => entry(index + 1)),
      {
        push: ({ mutations }) => {
          if (mutations.some(({ mid, args }) => mid === 2 && args !== null))
            throw new SyncFailure(kind)
          if (mutations.some(({ mid }) => mid === 2))
            poisons.push(wiring.storage.state().outbox.get(2)?.poison)
          taken.push(mutations.map(({ mid }) => mid))
        },
      },
    )
    await untilIdle(wiring)
    expect(sizes(wiring).slice(0, 4)).toEqual([8, 4, 2, 1])
    expect(poisons).toEqual([reason])
    expect(taken.flat()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(taken.at(-1)?.length, 'requests grow again').toBeGreaterThan(2)
  },
)

it('what the server cannot even read without its content waits, and is not sent without end', async () => {
  const wiring = await start([entry(1)], {
    push: () => {
      throw new SyncFailure('malformed')
    },
  })
  await untilNaps(wiring, 1)
  expect(wiring.engine.state()).toMatchObject({ phase: 'waiting', reason: 'busy' })
  expect(sizes(wiring)).toEqual([1, 1])
})

it('[SY3] where the server lacks edits that were thought to have arrived they are sent again, once', async () => {
  const wiring = await start([entry(1), entry(2)], {
    push: () => {
      throw new SyncFailure('gap', { lastMid: 0 })
    },
  })
  await untilNaps(wiring, 1)
  expect(wiring.pushes.map(({ mutations }) => mutations.map(({ mid }) => mid))).toEqual([
    [1, 2],
    [1, 2],
  ])
  expect(wiring.engine.state()).toMatchObject({ phase: 'waiting', reason: 'busy' })
})

it('[SY2] where the server has all edits already none is sent again', async () => {
  const wiring = await start([entry(1), entry(2)], {
    lastMid: 2,
    push: () => {
      throw new SyncFailure('gap', { lastMid: 2 })
    },
  })
  await untilIdle(wiring)
  expect(sizes(wiring)).toEqual([2])
  expect(wiring.storage.state().outbox.size).toBe(0)
})
