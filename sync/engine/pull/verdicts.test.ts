import { beforeEach, describe, expect, it } from 'vitest'
import type { MutationResult } from '#schema/api/sync.ts'
import { createMemoryStorage, type MemoryStorage } from '../memory-storage.ts'
import type { OutboxEntry } from '../ports.ts'
import { summaryOf } from '../../../tests/support/device-project.ts'
import { PROJECT_ID as projectId } from '../../../tests/support/project-rows.ts'
import { takeVerdicts } from './verdicts.ts'

const entry = (mid: number, changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  mid,
  writer: 'w',
  projectId,
  command: `command ${mid}`,
  args: { words: `words ${mid}` },
  base: { [`field ${mid}`]: 'before' },
  clientAt: 100 + mid,
  label: `label ${mid}`,
  touched: [`section/${mid}`],
  poison: null,
  ...changes,
})
const result = (mid: number, changes: Partial<MutationResult> = {}): MutationResult => ({
  mid,
  status: 'applied',
  reason: null,
  detail: {},
  conflicts: [],
  at: 200 + mid,
  ...changes,
})

let storage: MemoryStorage
let ids: number
const outbox = () => [...storage.state().outbox.keys()]
const parked = () => [...storage.state().parked.values()]
const take = (
  entries: readonly OutboxEntry[],
  results: readonly MutationResult[],
  lastMid = Math.max(0, ...entries.map(({ mid }) => mid)),
) =>
  storage.transaction('apply', async (tx) => {
    for (const one of entries) tx.putOutbox(one)
    return takeVerdicts(
      tx,
      { newId: () => `parked-${(ids += 1)}`, now: 0 },
      {
        verdicts: { results: [...results], lastMid },
        outbox: await tx.outbox(),
        meta: { ...(await tx.meta()) },
      },
    )
  })

beforeEach(async () => {
  ids = 0
  storage = createMemoryStorage('client')
  await storage.transaction('edit', async (tx) =>
    tx.putHome({
      etag: '',
      projects: [summaryOf(undefined, { state: 'PUBLISHED', deadlineAt: 900 })],
    }),
  )
})

describe('[I1] the verdicts of a page', () => {
  it('take the decided edits out of the outbox, up to the last number and with it', async () => {
    const taken = await take([entry(1), entry(2), entry(3)], [result(1), result(2)], 2)
    expect(taken.left.map(({ mid }) => mid)).toEqual([1, 2])
    expect(taken.hasParked).toBe(false)
    expect([outbox(), parked()]).toEqual([[3], []])
  })
  it('decide nothing beyond the last number, even where a result names it', async () => {
    const refused = result(2, { status: 'refused', reason: 'DEADLINE_PASSED' })
    expect(await take([entry(1), entry(2)], [refused], 0)).toEqual({ left: [], hasParked: false })
    expect([outbox(), parked()]).toEqual([[1, 2], []])
  })
  it('count an edit without a result as applied', async () => {
    expect((await take([entry(1)], [])).hasParked).toBe(false)
    expect([outbox(), parked()]).toEqual([[], []])
  })
  it('park a refused edit with the words of its writer, the reason and the standing of its project', async () => {
    const refused = result(2, {
      ...{ status: 'refused', reason: 'DEADLINE_PASSED', detail: { hours: 3 } },
    })
    const taken = await take([entry(1), entry(2), entry(3)], [result(1), refused, result(3)])
    expect(taken.left.map(({ mid }) => mid)).toEqual([1, 2, 3])
    expect(taken.hasParked).toBe(true)
    expect(outbox()).toEqual([])
    expect(parked()).toEqual([
      {
        id: 'parked-1',
        mid: 2,
        projectId,
        command: 'command 2',
        args: { words: 'words 2' },
        base: { 'field 2': 'before' },
        status: 'refused',
        reason: 'DEADLINE_PASSED',
        detail: { hours: 3 },
        conflicts: [],
        at: 202,
        clientAt: 102,
        label: 'label 2',
        standing: 'PUBLISHED 900',
      },
    ])
  })
  it('park a conflict with both values', async () => {
    const conflict = {
      ...{ entity: 'section' as const, id: 's1', field: 'name' },
      ...{ base: 'a', mine: 'b', theirs: 'c' },
    }
    await take([entry(1)], [result(1, { status: 'conflict', conflicts: [conflict] as never })])
    expect(parked()).toMatchObject([
      { status: 'conflict', reason: 'CONFLICT', conflicts: [conflict] },
    ])
  })
  it('park a refusal without a reason as an internal one, and a poisoned edit with what poisoned it', async () => {
    await take(
      [entry(1), entry(2, { poison: 'TOO_LARGE' }), entry(3, { projectId: 'elsewhere' }), entry(4)],
      [
        result(1, { status: 'refused' }),
        result(2, { status: 'refused', reason: 'INPUT_INVALID' }),
        result(3, { status: 'refused', reason: 'NOT_ALLOWED' }),
        result(4, { status: 'conflict', reason: 'ROW_MISSING' }),
      ],
    )
    expect(parked().map(({ mid, reason, standing }) => [mid, reason, standing])).toEqual([
      [1, 'INTERNAL', 'PUBLISHED 900'],
      [2, 'TOO_LARGE', 'PUBLISHED 900'],
      [3, 'NOT_ALLOWED', ''],
      [4, 'ROW_MISSING', 'PUBLISHED 900'],
    ])
  })
})
