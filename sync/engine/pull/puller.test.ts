import { beforeEach, describe, expect, it } from 'vitest'
import {
  type LiveChange,
  type MutationResult,
  type PullPage,
  type PullRequest,
  SYNC_PROTOCOL,
} from '#schema/api/sync.ts'
import { layDeviceProject, summaryOf, writerOf } from '../../../tests/support/device-project.ts'
import { buildSection, PROJECT_ID as projectId } from '../../../tests/support/project-rows.ts'
import type { Change } from '../change.ts'
import { createMemoryStorage, type MemoryStorage } from '../memory-storage.ts'
import { edit } from '../outbox/edit.ts'
import type { ParkedEntry, ProjectCursor, TransactionKind } from '../ports.ts'
import { newCursor } from './cursor.ts'
import { Puller } from './puller.ts'

const NOW = 5_000
const page = (changes: Partial<PullPage> = {}): PullPage => ({
  ...{ serverId: 's', now: NOW + 70, project: null, denied: [], home: null },
  ...{ results: [], lastMid: 0, more: false },
  ...changes,
})
const result = (mid: number, changes: Partial<MutationResult> = {}): MutationResult => ({
  ...{ mid, status: 'applied', reason: null, detail: {}, conflicts: [], at: 1 },
  ...changes,
})
const refused = (mid: number) => result(mid, { status: 'refused', reason: 'DEADLINE_PASSED' })

let storage: MemoryStorage
let puller: Puller
/** The answers of the network, one list of pages for each pull. */
let answers: PullPage[][]
let asked: PullRequest[]
let kinds: TransactionKind[]
let told: Change[]
let contacts: [number, number][]
let [wanted, startedOver, ids]: number[] = [0, 0, 0]
const write = (name: string) =>
  storage.transaction('edit', (tx) =>
    edit(tx, writerOf(), {
      ...{ projectId, command: 'sections.update', label: '', undo: null },
      args: { projectId, id: 's1', name },
    }),
  )
const put = (cursor: Partial<ProjectCursor>) =>
  storage.transaction('edit', async (tx) =>
    tx.putCursor({ ...newCursor(projectId), isComplete: true, ...cursor }),
  )
const outbox = () => [...storage.state().outbox.values()]

beforeEach(async () => {
  storage = createMemoryStorage('client')
  await layDeviceProject(storage)
  ;[answers, asked, kinds, told, contacts] = [[], [], [], [], []]
  ;[wanted, startedOver, ids] = [0, 0, 0]
  const { commands, person } = writerOf()
  puller = new Puller({
    ...{ commands, person },
    storage: {
      transaction(kind, work) {
        kinds.push(kind)
        return storage.transaction(kind, work)
      },
    },
    network: {
      push: () => Promise.reject(new Error('nothing is pushed')),
      async *pull(request) {
        asked.push(request)
        yield* answers.shift() ?? []
      },
    },
    surroundings: {
      now: () => NOW,
      random: () => 0,
      newId: () => `id-${(ids = (ids ?? 0) + 1)}`,
      sleep: () => ({ done: Promise.resolve(), interrupt: () => undefined }),
    },
    onChange: (changes) => void told.push(...changes),
    onState: () => undefined,
    onContact: (at, skew) => void contacts.push([at, skew]),
    onWanted: () => void (wanted = (wanted ?? 0) + 1),
    onStartedOver: () => void (startedOver = (startedOver ?? 0) + 1),
  })
})

describe('a pull', () => {
  it('asks with the place of each copy that the person may have', async () => {
    await put({ epoch: 4, buckets: { all: [7, 2] } })
    await put({ projectId: 'denied', isDenied: true })
    await storage.transaction('edit', async (tx) =>
      tx.putMeta({ ...(await tx.meta()), serverId: 's', ackMid: 6 }),
    )
    answers = [[page({ lastMid: 6 })]]
    expect(await puller.pullOnce()).toBe(true)
    expect(asked).toEqual([
      {
        ...{ serverId: 's', clientId: 'client', schemaVersion: SYNC_PROTOCOL, ackMid: 6 },
        ...{ home: 'home', projects: { [projectId]: { epoch: 4, buckets: { all: [7, 2] } } } },
      },
    ])
  })
  it('of an empty device asks for the list', async () => {
    await storage.transaction('edit', async (tx) => {
      tx.putHome(undefined as never)
      tx.deleteCursor(projectId)
    })
    answers = [[page()]]
    await puller.pullOnce()
    expect(asked).toMatchObject([{ serverId: null, home: null, projects: {} }])
  })
  it('stores page after page, and tells each with the contact', async () => {
    const home = { etag: 'next', projects: [summaryOf()] }
    await put({ isComplete: false })
    answers = [[page({ home, more: true }), page({ now: NOW + 90 })]]
    expect(await puller.pullOnce()).toBe(true)
    expect(told).toMatchObject([{ home: true }, { projectId, cursor: true }])
    expect(contacts).toEqual([
      [NOW, 70],
      [NOW, 90],
    ])
    expect(storage.state().cursors.get(projectId)?.isComplete).toBe(true)
    expect([wanted, startedOver]).toEqual([0, 0])
  })
  it('that breaks off keeps what arrived, and fails as one without a network', async () => {
    answers = [[page({ home: { etag: 'next', projects: [] }, more: true })]]
    await expect(puller.pullOnce()).rejects.toMatchObject({
      ...{ name: 'SyncFailure', kind: 'offline' },
    })
    expect([storage.state().home?.etag, told.length]).toEqual(['next', 1])
  })
  it('stops at a page that another tab has overtaken, and is to be asked again', async () => {
    await write('Mine')
    answers = [[page({ results: [result(1)], lastMid: 1 }), page({ home: null })]]
    const pulling = puller.pullOnce()
    await put({ rev: 9 })
    expect(await pulling).toBe(false)
    expect([outbox().length, told]).toEqual([1, []])
  })
  it('wants another one for a project that is on the list again', async () => {
    await put({ isDenied: true })
    answers = [[page({ home: { etag: 'next', projects: [summaryOf()] } })]]
    expect(await puller.pullOnce()).toBe(true)
    expect(wanted).toBe(1)
  })
})

describe('[I1] a verdict that is not yes', () => {
  it('is on the disk before the server may forget it', async () => {
    await write('Mine')
    answers = [
      [page({ results: [refused(1)], lastMid: 1, more: true }), page({ results: [result(0)] })],
      [page({ results: [refused(1)], lastMid: 1 })],
    ]
    await puller.pullOnce()
    expect(kinds, 'neither page parks an edit').toEqual(['read', 'apply', 'apply', 'read'])
    kinds = []
    await puller.pullOnce()
    expect(kinds).toEqual(['read', 'edit', 'read'])
    expect([...storage.state().parked.values()]).toMatchObject([{ id: 'id-1', mid: 1 }])
  })
})

describe('another server', () => {
  it('gets the edits that it lacks under a new client, after its verdicts', async () => {
    await storage.transaction('edit', async (tx) =>
      tx.putMeta({ ...(await tx.meta()), serverId: 'former' }),
    )
    await write('Mine')
    answers = [
      [page({ serverId: 'restored' }), page({ serverId: 'restored' })],
      [page({ serverId: 'restored', lastMid: 0 })],
    ]
    expect(await puller.pullOnce()).toBe(false)
    expect(asked.map(({ serverId }) => serverId)).toEqual(['former', null])
    expect(storage.state().meta).toMatchObject({ serverId: 'restored', clientId: 'id-1' })
    expect(outbox()).toMatchObject([{ mid: 1, args: { name: 'Mine' } }])
    expect(told).toMatchObject([{ projectId, reload: true }])
    expect([startedOver, kinds.includes('edit')]).toEqual([1, true])
  })
})

describe('[EG30] servers that answer in turns', () => {
  const turn = async (serverId: string) => {
    answers = [[page({ serverId })], [page({ serverId })]]
    return await puller.pullOnce().catch((error: unknown) => error)
  }
  it('make the device wait from the second time on, longer each time', async () => {
    await turn('a')
    expect(await turn('b'), 'the first return needs no wait').toBe(false)
    const waits: unknown[] = []
    for (const serverId of ['a', 'b', 'a']) {
      const before = storage.state()
      waits.push(await turn(serverId))
      expect(storage.state().cursors, 'the copies stay during the wait').toEqual(before.cursors)
      expect(await turn(serverId)).toBe(false)
    }
    expect(waits).toMatchObject(
      [1_000, 2_000, 4_000].map((retryAfterMs) => ({ kind: 'busy', retryAfterMs })),
    )
  })
  it('need no new start where the wait ends at the same server', async () => {
    await turn('a')
    await turn('b')
    expect(await turn('a')).toMatchObject({ kind: 'busy' })
    expect(await turn('b')).toBe(true)
    expect(await turn('a'), 'the next return waits again').toMatchObject({ kind: 'busy' })
    expect(startedOver).toBe(1)
  })
})

describe('late answers', () => {
  const late = {
    ...{ id: 'k', mid: 1, projectId, command: 'sections.update', base: {}, status: 'refused' },
    ...{ args: { projectId, id: 's1', name: 'Late' }, reason: 'DEADLINE_PASSED', detail: {} },
    ...{ conflicts: [], at: 1, clientAt: 1, label: '', standing: 'CLOSED 1' },
  } as ParkedEntry
  const park = (parked: ParkedEntry) =>
    storage.transaction('edit', async (tx) => tx.putParked(parked))
  it('are sent again after the last page, once their project has changed', async () => {
    await park(late)
    answers = [[page({ more: true }), page()]]
    await puller.pullOnce()
    expect(outbox()).toMatchObject([{ args: { name: 'Late' }, writer: 'id-1', clientAt: NOW }])
    expect(storage.state().parked.size).toBe(0)
    expect(told).toMatchObject([{ parked: true, reload: true }])
    expect(wanted, 'another cycle sends them').toBe(1)
    expect(kinds).toEqual(['read', 'apply', 'apply', 'read', 'edit'])
  })
  it('that cannot be written stay parked, and want nothing', async () => {
    await park({ ...late, args: { projectId, id: 'gone', name: 'Late' } })
    answers = [[page()]]
    await puller.pullOnce()
    expect([outbox(), told, wanted]).toEqual([[], [], 0])
    expect(storage.state().parked.size).toBe(1)
  })
})

describe('live changes', () => {
  const live = (changes: Partial<LiveChange> = {}): LiveChange => ({
    ...{ project: projectId, epoch: 0, prev: 7, seq: 8 },
    rows: [{ bucket: 'all', entity: 'section', id: 's1', row: buildSection({ name: 'Theirs' }) }],
    ...changes,
  })
  beforeEach(() => put({ buckets: { all: [7, 2] } }))
  it('wait until the engine stores them, and are stored once', async () => {
    expect(puller.hasHeld).toBe(false)
    puller.hold(live())
    expect([puller.hasHeld, kinds]).toEqual([true, []])
    await puller.applyHeld()
    expect(puller.hasHeld).toBe(false)
    expect(told).toMatchObject([{ projectId, rows: [{ row: { name: 'Theirs' } }] }])
    await puller.applyHeld()
    expect([kinds, wanted]).toEqual([['apply'], 0])
  })
  it('are stored in the order in which they came', async () => {
    puller.hold(live())
    puller.hold(live({ prev: 8, seq: 9 }))
    await puller.applyHeld()
    expect([told.length, wanted]).toEqual([2, 0])
    expect(storage.state().cursors.get(projectId)?.buckets).toEqual({ all: [9, 2] })
  })
  it('that are known tell nothing, and those after a gap want a pull', async () => {
    puller.hold(live({ seq: 7 }))
    await puller.applyHeld()
    expect([told, wanted]).toEqual([[], 0])
    puller.hold(live({ prev: 8, seq: 9 }))
    puller.hold(live({ project: null }))
    await puller.applyHeld()
    expect([told, wanted]).toEqual([[], 2])
  })
})
