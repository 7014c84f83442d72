import { expect, it } from 'vitest'
import type { MutationResult, PullPage } from '#schema/api/sync.ts'
import { entry, openEdited, result } from '../../../tests/support/edited-device.ts'
import { createMemoryStorage } from '../memory-storage.ts'
import type { Network, OutboxEntry } from '../ports.ts'
import { newCursor } from './cursor.ts'
import { askVerdicts, startOver } from './start-over.ts'
import { takeVerdicts } from './verdicts.ts'

it('numbers the undecided edits from one on under a new client, and their rows with them', async () => {
  const { storage, start, lastMids } = await openEdited()
  const verdicts = { results: [result(4)], lastMid: 4 }
  const changes = await start({ serverId: 'restored', clientId: 'old', verdicts })
  const { meta, outbox, parked, cursors, held } = storage.state()
  expect(meta).toMatchObject({
    ...{ serverId: 'restored', clientId: 'new', nextMid: 3, sentMid: 0, ackMid: 0, changeSeq: 11 },
  })
  expect([...outbox.values()]).toEqual([
    { ...entry(5), mid: 1, writer: '' },
    { ...entry(6), mid: 2, writer: '', touched: ['section/s6', 'section/s3'] },
  ])
  // Edit 4 wrote s4 last; s3 was written by edit 6 since.
  expect(lastMids()).toEqual({ s3: 2, s5: 1, s6: 2 })
  expect([...parked.values()]).toEqual([
    {
      ...{ id: 'new', mid: 4, projectId: 'p', command: 'x', args: { mid: 4 }, base: { b4: 4 } },
      ...{ status: 'refused', reason: 'DEADLINE_PASSED', detail: { a: 1 }, conflicts: [], at: 5 },
      ...{ clientAt: 40, label: 'l4', standing: 'CLOSED 8' },
    },
  ])
  expect([held.size, cursors.get('p')]).toEqual([0, { ...newCursor('p'), rev: 5 }])
  expect(changes).toMatchObject([
    { seq: 10, projectId: 'p', reload: true, cursor: true },
    { seq: 11, projectId: null, outbox: true, parked: true },
  ])
})

it('keeps the copies where the server is the same, and tells of no verdict without one', async () => {
  const { storage, start, lastMids } = await openEdited()
  expect(await start({ serverId: 's', clientId: 'old' })).toEqual([])
  const { meta, outbox, cursors, held } = storage.state()
  expect(meta).toMatchObject({ serverId: 's', clientId: 'new', nextMid: 5, ackMid: 0, sentMid: 0 })
  expect([...outbox.keys()]).toEqual([3, 4, 1, 2].toSorted())
  expect(lastMids()).toEqual({ s3: 4, s4: 2, s5: 3, s6: 4 })
  expect([held.size, cursors.get('p')?.rev]).toEqual([1, 4])
})

it('keeps client and numbers where the server has lost all edits of the client, because requests may be under way', async () => {
  const storage = createMemoryStorage('own')
  const start = (lastMids: Record<string, number>) =>
    storage.transaction('edit', (tx) =>
      startOver(
        tx,
        { commands: {}, person: { userId: 1, name: '' }, now: 0, newId: () => 'new' },
        { serverId: 's', clientId: 'own', lastMids },
      ),
    )
  await storage.transaction('edit', async (tx) => {
    tx.putMeta({ ...(await tx.meta()), serverId: 's', nextMid: 3, sentMid: 2 })
    for (const mid of [1, 2]) tx.putOutbox(entry(mid))
  })
  await start({ own: 0 })
  const { meta, outbox } = storage.state()
  expect(meta).toMatchObject({ clientId: 'own', nextMid: 3, ackMid: 0 })
  expect([...outbox.values()]).toEqual([entry(1), entry(2)])
})

it('says that the server went back only where this device lost edits, or the server is another one', async () => {
  const wentBack = async (serverId: string, last: number) => {
    const { storage, start } = await openEdited()
    await start({ serverId, clientId: 'old', lastMids: { old: last } })
    return storage.state().meta.wentBack
  }
  expect(await wentBack('s', 2), 'a position alone may also be from an older version').toBe(
    undefined,
  )
  expect(await wentBack('s', 1)).toEqual({ at: 0, edits: 0 })
  expect(await wentBack('restored', 2)).toEqual({ at: 0, edits: 0 })
})

it('takes a new client where edits are missing between the last one of the server and the next one', async () => {
  const storage = createMemoryStorage('own')
  await storage.transaction('edit', async (tx) => {
    tx.putMeta({ ...(await tx.meta()), serverId: 's', nextMid: 8, sentMid: 7, ackMid: 7 })
  })
  await storage.transaction('edit', (tx) =>
    startOver(
      tx,
      { commands: {}, person: { userId: 1, name: '' }, now: 0, newId: () => 'new' },
      { serverId: 's', clientId: 'own', lastMids: { own: 5 } },
    ),
  )
  expect(storage.state().meta).toMatchObject({ clientId: 'new', nextMid: 1, ackMid: 0 })
})

it('tells the pages of each kind of news, also where as many edits came back as were decided', async () => {
  const told = async (lastMid: number, former: Record<string, number>) => {
    const { storage, start } = await openEdited()
    await storage.transaction('edit', async (tx) => {
      const meta = await tx.meta()
      tx.putKept({
        ...{ no: 1, clientId: 'former', at: 0, bytes: 9, entry: entry(1), parkedId: null },
      })
      tx.putMeta({ ...meta, kept: { first: 1, next: 2, bytes: 9 } })
    })
    const verdicts = { results: [], lastMid }
    const changes = await start({
      ...{ serverId: 's', clientId: 'old', verdicts, lastMids: { old: lastMid, ...former } },
    })
    const { outbox } = storage.state()
    return [changes.filter(({ outbox: isOutbox }) => isOutbox).length, outbox.size]
  }
  expect(await told(2, { former: 1 }), 'nothing').toEqual([0, 4])
  expect(await told(3, { former: 1 }), 'one decided').toEqual([1, 3])
  expect(await told(2, { former: 0 }), 'one lost').toEqual([1, 5])
  expect(await told(3, { former: 0 }), 'one of each').toEqual([1, 4])
})

it('does nothing where another tab has started over', async () => {
  const { storage, start } = await openEdited()
  const before = storage.state()
  expect(await start({ serverId: 'restored', clientId: 'older' })).toEqual([])
  expect(storage.state()).toEqual(before)
})

it('does nothing where another tab has put edits back since this one asked, whose verdicts the answer lacks', async () => {
  const { storage, start } = await openEdited()
  const before = storage.state()
  const answer = { serverId: 's', clientId: 'old', verdicts: { results: [], lastMid: 6 } }
  expect(await start({ ...answer, ackMid: 4, lastMids: { old: 6 } })).toEqual([])
  expect(storage.state()).toEqual(before)
  await start({ ...answer, ackMid: 2, lastMids: { old: 6 } })
  expect(storage.state().outbox.size, 'an answer to the present question decides').toBe(0)
})

it('parks conflicts and refusals with the most exact reason, and nothing that was applied', async () => {
  const storage = createMemoryStorage('client')
  const outbox = [
    entry(1),
    entry(2),
    entry(3, { poison: 'TOO_LARGE' }),
    entry(4),
    entry(5),
    entry(6),
    entry(7),
  ]
  const results = [
    result(1, { status: 'applied', reason: null }),
    result(2),
    result(3, { reason: 'INPUT_INVALID' }),
    result(4, { status: 'conflict', reason: null }),
    result(5, { reason: null }),
    result(7),
  ]
  let ids = 0
  const take = (lastMid: number) =>
    storage.transaction('edit', async (tx) => {
      for (const one of outbox) tx.putOutbox(one)
      const context = { newId: () => `id${(ids += 1)}`, now: 0 }
      const meta = { ...(await tx.meta()) }
      return await takeVerdicts(tx, context, { verdicts: { results, lastMid }, outbox, meta })
    })
  expect(await take(1)).toEqual({ left: [outbox[0]], hasParked: false })
  const { left, hasParked } = await take(6)
  expect([left.map(({ mid }) => mid), hasParked]).toEqual([[1, 2, 3, 4, 5, 6], true])
  const { parked, outbox: rest } = storage.state()
  expect(
    [...parked.values()].map(({ id, mid, status, reason }) => [id, mid, status, reason]),
  ).toEqual([
    ['id1', 2, 'refused', 'DEADLINE_PASSED'],
    ['id2', 3, 'refused', 'TOO_LARGE'],
    ['id3', 4, 'conflict', 'CONFLICT'],
    ['id4', 5, 'refused', 'INTERNAL'],
  ])
  expect([...rest.keys()]).toEqual([7])
  expect([...parked.values()].map(({ standing }) => standing)).toEqual(['', '', '', ''])
})

it('parks the words of a refused edit as the server decides in its place', async () => {
  const { storage } = await openEdited()
  const words = entry(1, { touched: ['section/s1'] })
  await storage.transaction('edit', async (tx) => {
    const meta = { ...(await tx.meta()) }
    let ids = 0
    const context = { newId: () => `id${(ids += 1)}`, now: 0 }
    const take = async (outbox: OutboxEntry[], decided: MutationResult) => {
      const verdicts = { results: [decided], lastMid: 1 }
      return await takeVerdicts(tx, context, { verdicts, outbox, meta })
    }
    await take([words], result(1))
    const kept = async () => (await tx.kept(0, 100)).map(({ entry: one }) => one)
    const [place] = await kept()
    expect(place).toMatchObject({ poison: 'SETTLED', args: {} })
    expect(await take([place as OutboxEntry], result(1, { at: 6 }))).toMatchObject({
      hasParked: false,
    })
    expect((await tx.parked()).map(({ id, status }) => [id, status])).toEqual([['id1', 'refused']])
    expect((await kept()).at(-1)).toEqual(place)
    const partly = result(1, { status: 'conflict', reason: null, at: 7 })
    expect(await take([place as OutboxEntry], partly)).toMatchObject({ hasParked: true })
    expect(await tx.parked()).toMatchObject([
      { id: 'id2', status: 'conflict', args: words.args, base: words.base, at: 7 },
    ])
    expect((await kept()).at(-1)).toEqual(words)
  })
})

it('asks the restored server as a device without copies, and takes the last page of its answer', async () => {
  const { storage } = await openEdited()
  const page = (changes: Partial<PullPage>): PullPage => ({
    ...{ serverId: 'restored', now: 0, project: null, denied: [], home: null, results: [] },
    ...{ lastMid: 0, more: true, ...changes },
  })
  const asked: unknown[] = []
  const network = (pages: PullPage[]): Network => ({
    push: async () => ({ lastMid: 0 }),
    async *pull(request) {
      asked.push(request)
      yield* pages
    },
  })
  const last = page({ more: false, lastMid: 4 })
  expect(await askVerdicts(storage, network([page({}), last]))).toEqual({
    ...{ serverId: 'restored', clientId: 'old', verdicts: last, ackMid: 2, lastMids: { old: 4 } },
  })
  expect(asked).toMatchObject([
    { serverId: null, clientId: 'old', projects: {}, home: null, ackMid: 2 },
  ])
  await expect(askVerdicts(storage, network([page({})]))).rejects.toMatchObject({ kind: 'offline' })
})
