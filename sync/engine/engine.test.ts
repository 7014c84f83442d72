import { expect, it, vi } from 'vitest'
import type { PullPage, PushRequest } from '#schema/api/sync.ts'
import { createEngine } from './engine.ts'
import { createMemoryStorage } from './memory-storage.ts'
import type { OutboxEntry, Storage } from './ports.ts'
import { startOver } from './pull/start-over.ts'

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
const page = (lastMid: number): PullPage => ({
  serverId: 's',
  now: 0,
  project: null,
  denied: [],
  home: null,
  results: [],
  lastMid,
  more: false,
})

it('[L1] sends the outbox again after another tab has numbered it under a new client', async () => {
  const storage = createMemoryStorage('old-client')
  const pushes: PushRequest[] = []
  let taken = 0
  const engine = createEngine({
    storage,
    commands: {},
    person: { userId: 1, name: '' },
    onChange: () => undefined,
    onState: () => undefined,
    surroundings: {
      now: () => 0,
      random: () => 0,
      newId: () => 'new-client',
      sleep: (ms) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        if (ms < 1_000) setTimeout(resolve, ms)
        return { done: promise, interrupt: resolve }
      },
    },
    network: {
      push: async (request) => {
        pushes.push(request)
        return { lastMid: 0 }
      },
      async *pull() {
        yield page(taken)
      },
    },
  })
  await storage.transaction('edit', async (tx) => {
    tx.putMeta({ ...(await tx.meta()), serverId: 's', nextMid: 4 })
    for (const mid of [1, 2, 3]) tx.putOutbox(entry(mid))
  })
  taken = 3
  engine.start()
  await vi.waitFor(() => expect(storage.state().outbox.size).toBe(0))
  await vi.waitFor(() => expect(engine.state().phase).toBe('idle'))
  expect(
    pushes.map(({ clientId, mutations }) => [clientId, mutations.map(({ mid }) => mid)]),
  ).toEqual([['old-client', [1, 2, 3]]])
  // The server was restored from a backup, and the tab that led then has started over.
  taken = 0
  await storage.transaction('edit', (tx) =>
    startOver(
      tx,
      { commands: {}, person: { userId: 1, name: '' }, now: 0, newId: () => 'new-client' },
      { serverId: 's', clientId: 'old-client' },
    ),
  )
  await storage.transaction('edit', async (tx) => tx.putOutbox(entry(1)))
  engine.tryNow()
  await vi.waitFor(() =>
    expect(
      pushes.map(({ clientId, mutations }) => [clientId, mutations.map(({ mid }) => mid)]),
    ).toContainEqual(['new-client', [1]]),
  )
  await engine.stop()
})

it('[I1] sends no edit before it is durably marked as sent, because an edit merged into it later would be lost', async () => {
  const memory = createMemoryStorage('client')
  let lost = 2
  const storage: Storage = {
    // No caller awaits the commit of a transaction of kind `apply`, which may fail.
    transaction: (kind, work) =>
      memory.transaction(kind === 'apply' && lost-- > 0 ? 'read' : kind, work),
  }
  await memory.transaction('edit', async (tx) => {
    tx.putMeta({ ...(await tx.meta()), serverId: 's', nextMid: 2 })
    tx.putOutbox(entry(1))
  })
  const marks: number[] = []
  const engine = createEngine({
    storage,
    commands: {},
    person: { userId: 1, name: '' },
    onChange: () => undefined,
    onState: () => undefined,
    surroundings: {
      now: () => 0,
      random: () => 0,
      newId: () => '',
      sleep: () => ({ done: new Promise(() => undefined), interrupt: () => undefined }),
    },
    network: {
      push: async () => {
        marks.push(memory.state().meta.sentMid)
        return { lastMid: 1 }
      },
      async *pull() {
        yield page(1)
      },
    },
  })
  engine.start()
  await vi.waitFor(() => expect(marks).toEqual([1]))
})
