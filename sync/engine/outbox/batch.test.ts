import * as v from 'valibot'
import { expect, it } from 'vitest'
import { PUSH_LIMITS } from '#schema/api/sync.ts'
import { createMemoryStorage } from '../memory-storage.ts'
import type { DeviceMeta, OutboxEntry } from '../ports.ts'
import { fitsAlone, gatherBatch, toPush } from './batch.ts'
import { sendLate } from './send-late.ts'

const entry = (mid: number, text = '', poison: string | null = null): OutboxEntry => ({
  mid,
  writer: 'w',
  projectId: 'p',
  command: 'x',
  args: { text },
  base: { field: 1 },
  clientAt: 77,
  label: 'l',
  touched: ['section/s1'],
  poison,
})
const open = async (entries: readonly OutboxEntry[], changes: Partial<DeviceMeta> = {}) => {
  const storage = createMemoryStorage('client')
  await storage.transaction('edit', async (tx) => {
    tx.putMeta({ ...(await tx.meta()), serverId: 's', ...changes })
    for (const one of entries) tx.putOutbox(one)
  })
  return {
    storage,
    gather: (wish: Partial<Parameters<typeof gatherBatch>[1]> = {}) =>
      storage.transaction('apply', (tx) =>
        gatherBatch(tx, { after: 0, limit: 500, isMarking: false, ...wish }),
      ),
  }
}
const midsOf = ({ entries }: { entries: readonly OutboxEntry[] }) => entries.map(({ mid }) => mid)
/** Bytes of an edit in a request, with the comma after it. */
const sizeOf = (one: OutboxEntry): number => JSON.stringify(toPush(one)).length + 1
/** An edit of exactly this size. */
const sized = (mid: number, bytes: number): OutboxEntry =>
  entry(mid, 'x'.repeat(bytes - sizeOf(entry(mid))))
const LIMIT = PUSH_LIMITS.bytes - 2_000

it('an edit travels with its base, and a poisoned one without its content', () => {
  const common = { mid: 1, command: 'x', clientAt: 77 }
  expect(toPush(entry(1, 't'))).toEqual({ ...common, args: { text: 't' }, base: { field: 1 } })
  expect(toPush(entry(1, 't', 'TOO_LARGE'))).toEqual({ ...common, args: null, base: {} })
})

it('an edit fits that fills a request but for its envelope, and not one byte more', async () => {
  expect([fitsAlone(sized(1, LIMIT)), fitsAlone(sized(1, LIMIT + 1))]).toEqual([true, false])
  const whole = await (await open([sized(1, LIMIT), entry(2)])).gather()
  expect([midsOf(whole), whole.entries[0]?.poison]).toEqual([[1], null])
  const { storage, gather } = await open([sized(1, LIMIT + 1), entry(2)], { sentMid: 2 })
  const read = await gather()
  expect([midsOf(read), read.entries[0]?.poison, read.isMarked]).toEqual([
    [1, 2],
    'TOO_LARGE',
    false,
  ])
  expect(storage.state().outbox.get(1)?.poison).toBeNull()
  const marked = await gather({ isMarking: true })
  expect([marked.isMarked, storage.state().outbox.get(1)?.poison]).toEqual([true, 'TOO_LARGE'])
})

it('several edits share a request of 256,000 bytes that they fill to the last one', async () => {
  const half = 256_000 / 2
  expect(midsOf(await (await open([sized(1, half), sized(2, half)])).gather())).toEqual([1, 2])
  const over = await (await open([sized(1, half), sized(2, half + 1)])).gather()
  expect([midsOf(over), over.isLast]).toEqual([[1], false])
})

it('takes the edits after the last that arrived or was decided, as many as are allowed', async () => {
  const { gather } = await open(
    [2, 3, 4, 5].map((mid) => entry(mid)),
    { ackMid: 2 },
  )
  expect(midsOf(await gather())).toEqual([3, 4, 5])
  expect(midsOf(await gather({ after: 1 }))).toEqual([3, 4, 5])
  expect(midsOf(await gather({ after: 3 }))).toEqual([4, 5])
  const first = await gather({ limit: 2 })
  expect([midsOf(first), first.isLast]).toEqual([[3, 4], false])
  // Others may wait behind a full batch.
  expect((await gather({ limit: 3 })).isLast).toBe(false)
  expect((await gather({ limit: 4 })).isLast).toBe(true)
  expect(await gather({ after: 5 })).toEqual({
    serverId: 's',
    clientId: 'client',
    entries: [],
    isMarked: true,
    isLast: true,
  })
})

it('marks the edits as sent up to the last one, and moves the mark never back', async () => {
  const { storage, gather } = await open([entry(1), entry(2)], { sentMid: 1 })
  expect((await gather()).isMarked).toBe(false)
  expect(storage.state().meta.sentMid).toBe(1)
  expect((await gather({ isMarking: true })).isMarked).toBe(true)
  expect(storage.state().meta.sentMid).toBe(2)
  expect((await gather()).isMarked).toBe(true)
  await gather({ isMarking: true, limit: 1 })
  expect(storage.state().meta.sentMid).toBe(2)
})

it('a late edit goes out as it was seen and changes no row', async () => {
  const { storage } = await open([], { nextMid: 4, changeSeq: 8 })
  const writer = {
    commands: {
      x: {
        input: v.object({ projectId: v.string() }),
        run: async () => undefined,
        inverse: () => null,
        coalesce: () => null,
        spread: [],
      },
    },
    person: { userId: 1, name: '' },
    id: 'w',
    now: 55,
  }
  const request = { projectId: 'p', command: 'x', label: 'l', undo: null }
  const args = { projectId: 'p' }
  const change = await storage.transaction('edit', (tx) =>
    sendLate(tx, writer, { ...request, args: { ...args, more: 1 }, seen: { a: 2 } }),
  )
  expect(change).toMatchObject({ seq: 9, projectId: 'p', outbox: true, rows: [] })
  const { meta, outbox, overlay } = storage.state()
  expect([meta.nextMid, meta.changeSeq, overlay.size]).toEqual([5, 9, 0])
  expect([...outbox.values()]).toEqual([
    {
      ...{ mid: 4, writer: 'w', projectId: 'p', command: 'x', args, base: { a: 2 } },
      ...{ clientAt: 55, label: 'l', touched: [], poison: null },
    },
  ])
  await expect(
    storage.transaction('edit', (tx) => sendLate(tx, writer, { ...request, args: {} })),
  ).rejects.toMatchObject({ code: 'INPUT_INVALID', field: 'projectId' })
  expect(storage.state().outbox.size).toBe(1)
})
