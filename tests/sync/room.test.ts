import { expect, it, vi } from 'vitest'
import type { PullPage } from '#schema/api/sync.ts'
import { Refusal } from '#schema/refusal.ts'
import { coldestFirst, seenNow } from '#sync/browser/storage/kept-projects.ts'
import { makeRoomForRows, type Room, withRoom } from '#sync/browser/storage/room.ts'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import type { Change } from '#sync/engine/change.ts'
import type { EngineState } from '#sync/engine/engine-ports.ts'
import { createEngine } from '#sync/engine/engine.ts'
import { createMemoryStorage } from '#sync/engine/memory-storage.ts'
import { keepDecided } from '#sync/engine/outbox/kept-edits.ts'
import { buildRequirement } from '../support/project-rows.ts'

const HOUR_MS = 3_600_000
const NOW = 100 * HOUR_MS
const PAGE: PullPage = {
  serverId: 's',
  now: NOW,
  project: null,
  denied: [],
  home: { etag: 'e', projects: [] },
  results: [],
  lastMid: 0,
  more: false,
}
const fullError = () => Object.assign(new Error('full'), { name: 'QuotaExceededError' })

const build = async (ids: readonly string[], openedOn: (id: string) => number = () => 0) => {
  const storage = createMemoryStorage('client')
  await storage.transaction('apply', async (tx) => {
    for (const id of ids) {
      tx.putCursor({ ...newCursor(id), isComplete: true })
      await tx.layRows(id, [
        {
          bucket: 'p:int',
          entity: 'requirement',
          id: 'r',
          row: buildRequirement({ id: 'r', projectId: id }),
        },
      ])
    }
  })
  const told: Change[] = []
  const left: string[] = []
  const room: Room = {
    storage,
    now: () => NOW,
    publish: (changes) => void told.push(...changes),
    onLeft: async (id) => void left.push(id),
    inOrder: async () => ids.map((projectId) => ({ projectId, openedOn: openedOn(projectId) })),
  }
  const here = async () => {
    const found = await Promise.all(
      ids.map((id) => storage.transaction('read', (tx) => tx.baseRow(id, 'requirement', 'r'))),
    )
    return ids.filter((_, index) => found[index] !== undefined)
  }
  return { room, storage, told, left, here }
}
/** A write that fails with a full device until the given attempt. */
const fittingAt = (attempt: number) => {
  let tries = 0
  return async (): Promise<string> => {
    if ((tries += 1) < attempt) throw fullError()
    return 'written'
  }
}

it('[RO1] on a full device an edit removes only as many copies as it needs, in the given order, and never its own project', async () => {
  const { room, told, left, here } = await build(['cold', 'mine', 'cool', 'warm'])
  expect(await withRoom(room, 'mine', fittingAt(3))).toBe('written')
  expect(told.map((change) => change.projectId)).toEqual(['cold', 'cool'])
  expect(left).toEqual(['cold', 'cool'])
  expect(await here()).toEqual(['mine', 'warm'])
})

it('[RO2] an edit that finds no room is refused', async () => {
  const { room } = await build(['mine', 'other'])
  await expect(withRoom(room, 'mine', fittingAt(99))).rejects.toEqual(new Refusal('DEVICE_FULL'))
})

it('[RO3] no other failure is taken for a full device', async () => {
  const { room, here } = await build(['mine', 'other'])
  await expect(withRoom(room, 'mine', () => Promise.reject(new Error('bug')))).rejects.toThrow(
    'bug',
  )
  expect(await here()).toEqual(['mine', 'other'])
})

it('[RO4] a removed copy is fetched again only if it may be open', async () => {
  const { room, storage } = await build(['cold', 'open'], (id) =>
    id === 'open' ? NOW - 60_000 : NOW - HOUR_MS,
  )
  await withRoom(room, 'mine', fittingAt(3))
  const [cold, open] = await storage.transaction('read', (tx) =>
    Promise.all([tx.cursor('cold'), tx.cursor('open')]),
  )
  expect(cold).toBeUndefined()
  expect(open).toMatchObject({ isComplete: false, isDenied: false, buckets: {} })
})

it('[RO5] rows that do not fit remove the coldest copy, and the engine stores them at the next try', async () => {
  const { room, storage, here } = await build(['cold', 'warm'])
  const states: EngineState[] = []
  let home = 0
  const engine = createEngine({
    storage: {
      async transaction(kind, work) {
        if (kind !== 'read' && (await here()).includes('cold')) throw fullError()
        return storage.transaction(kind, work)
      },
    },
    commands: {},
    person: { userId: 1, name: '' },
    onChange: (changes) => void (home += changes.filter((change) => change.home).length),
    onState: (state) => void states.push(state),
    makeRoom: () => makeRoomForRows(room),
    surroundings: {
      now: () => NOW,
      random: () => 0,
      newId: () => 'id',
      sleep: () => ({ done: new Promise((resolve) => setTimeout(resolve)), interrupt() {} }),
    },
    network: {
      push: () => Promise.reject(new Error('Nothing is unsent')),
      async *pull() {
        yield PAGE
      },
    },
  })
  engine.start()
  await vi.waitFor(() => expect(home).toBeGreaterThan(0))
  void engine.stop()
  expect(states[1]).toMatchObject({ phase: 'waiting', reason: 'full' })
  expect(await here()).toEqual(['warm'])
})

it('[RO5] rows that do not fit leave a copy in use where it is', async () => {
  const { room, here } = await build(['open', 'warm'], (id) => (id === 'open' ? NOW - 60_000 : 0))
  await makeRoomForRows(room)
  expect(await here()).toEqual(['open'])
  await makeRoomForRows(room)
  expect(await here()).toEqual(['open'])
})

it('[RO6] the least recently opened copy is removed first, pinned ones last', () => {
  const keep = (projectId: string, openedOn: number, isPinned = false) =>
    [
      projectId,
      {
        key: `keep/${projectId}` as const,
        projectId,
        openedOn,
        isPinned,
        lastVisitOn: null,
        leftOn: null,
      },
    ] as const
  const keeps = new Map([keep('new', 30), keep('kept', 10, true), keep('old', 20)])
  expect(
    coldestFirst(
      ['new', 'kept', 'old', 'never'].map((projectId) => ({ projectId })),
      keeps,
    ),
  ).toEqual(['never', 'old', 'new', 'kept'])
})

it('[RO7] a return after an absence begins a new visit, which knows the end of the one before', () => {
  const never = { openedOn: 0, lastVisitOn: null }
  expect(seenNow(NOW)(never)).toEqual({ openedOn: NOW, lastVisitOn: null, leftOn: null })
  expect(seenNow(NOW)({ openedOn: NOW - 60_000, lastVisitOn: 5 })).toMatchObject({ lastVisitOn: 5 })
  expect(seenNow(NOW)({ openedOn: NOW - HOUR_MS, lastVisitOn: 5 })).toMatchObject({
    openedOn: NOW,
    lastVisitOn: NOW - HOUR_MS,
  })
})

it('[RO1] contents kept only for reading are removed before any copy', async () => {
  const { room, told, here } = await build(['cold', 'mine'])
  let dropped = 0
  const full: Room = { ...room, dropContents: async () => (dropped += 1) === 1 }
  expect(await withRoom(full, 'mine', fittingAt(2))).toBe('written')
  expect([dropped, told, await here()]).toEqual([1, [], ['cold', 'mine']])
})

const keepEdit = (storage: Room['storage']) =>
  storage.transaction('edit', async (tx) => {
    const meta = { ...(await tx.meta()) }
    const entry = {
      ...{ mid: 1, writer: 'w', projectId: 'a', command: 'x', args: {}, base: {}, clientAt: 0 },
      ...{ label: '', touched: [], poison: null },
    }
    await keepDecided(tx, meta, { entry, status: 'applied', parkedId: null, now: NOW })
    tx.putMeta(meta)
  })

it('[RO8] an edit on a full device removes the kept edits of before, and then no copy if that is enough', async () => {
  const { room, storage, here } = await build(['a', 'b'])
  await keepEdit(storage)
  expect(await withRoom(room, 'a', fittingAt(2))).toBe('written')
  const { kept, meta } = storage.state()
  expect([kept.size, meta.kept, await here()]).toEqual([
    0,
    { first: 2, next: 2, bytes: 0 },
    ['a', 'b'],
  ])
})

it('[RO8] rows that do not fit remove the kept edits only where no copy can be removed', async () => {
  const { room, storage, here } = await build(['a'])
  await keepEdit(storage)
  await makeRoomForRows(room)
  expect([storage.state().kept.size, await here()]).toEqual([1, []])
  await makeRoomForRows(room)
  expect(storage.state().kept.size).toBe(0)
})
