// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ParkedEntry } from '#sync/engine/ports.ts'
import { openPageProject } from '../../tests/support/page-project.ts'
import {
  buildCommitment,
  buildRows,
  buildVendorContact,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import type { OpenDevice } from './device.ts'
import type * as Parked from './parked.ts'

let device: OpenDevice
let parked: typeof Parked
const conflict = (field: string, mine: string, theirs: string) => ({
  ...{ entity: 'commitment', id: 'r1.7', field, mine, theirs, base: null },
})
const entry = (changes: Partial<ParkedEntry> = {}): ParkedEntry =>
  ({
    ...{ id: 'k', mid: 1, projectId: PROJECT_ID, command: 'commitments.update', base: {} },
    args: {
      projectId: PROJECT_ID,
      requirementId: 'r1',
      vendorId: 7,
      values: { note: 'mine', met: 5 },
    },
    ...{ status: 'conflict', reason: 'CONFLICT', detail: {}, at: 1, clientAt: 1, label: 'Answer' },
    ...{ standing: '', conflicts: [conflict('values.note', 'mine', 'theirs')] },
    ...changes,
  }) as ParkedEntry
const written = async () =>
  (await device.database.outbox.toArray()).map(({ args, base, label }) => ({
    ...{ values: (args as { values: unknown }).values, base, label },
  }))

beforeEach(async () => {
  device = await openPageProject({
    actor: buildVendorContact(),
    project: { state: 'PUBLISHED', deadlineAt: null },
    rows: { ...buildRows(), commitment: [buildCommitment({ values: { note: 'theirs' } })] },
  })
  parked = await import('./parked.ts')
  await device.database.parked.put(entry())
})
afterEach(cleanup)

it('lists the parked edits of a project, the oldest first, and hears of changes', async () => {
  const all = renderHook(() => parked.useParked()).result
  const own = renderHook(() => parked.useParked(PROJECT_ID)).result
  await waitFor(() => expect(own.current).toHaveLength(1))
  await device.database.parked.bulkPut([
    entry({ id: 'a', at: 5, projectId: 'other' }),
    entry({ id: 'z', at: 0 }),
  ])
  const { parkedChanges } = await import('./sync-status.ts')
  parkedChanges.emit()
  await waitFor(() => expect(all.current.map(({ id }) => id)).toEqual(['z', 'k', 'a']))
  expect(own.current.map(({ id }) => id)).toEqual(['z', 'k'])
})

it.each<[string, Parameters<typeof Parked.resolveConflict>[1], unknown[]]>([
  ['mine', { 'values.note': { take: 'mine' } }, [{ note: 'mine' }]],
  ['another text', { 'values.note': { value: 'both' } }, [{ note: 'both' }]],
  [
    'mine, by the full key',
    { 'commitment/r1.7#values.note': { take: 'mine' } },
    [{ note: 'mine' }],
  ],
  ['theirs', { 'values.note': { take: 'theirs' } }, []],
  ['nothing', {}, []],
])(
  'a conflict is resolved with %s, over the value that the person saw',
  async (_what, choices, values) => {
    await parked.resolveConflict('k', choices)
    expect((await written()).map((one) => one.values)).toEqual(values)
    for (const one of await written())
      expect(one).toMatchObject({
        base: { 'commitment/r1.7#values.note': 'theirs' },
        label: 'Answer',
      })
    expect(await device.database.parked.count()).toBe(0)
  },
)

it('an unknown conflict, or one of an unknown command, writes nothing', async () => {
  await parked.resolveConflict('gone', { 'values.note': { take: 'mine' } })
  expect(await device.database.parked.count()).toBe(1)
  await device.database.parked.put(entry({ command: 'of.another.version' }))
  await parked.resolveConflict('k', { 'values.note': { take: 'mine' } })
  expect(await written()).toEqual([])
})

it('is discarded, or sent again whole', async () => {
  await parked.retryParked('k')
  await vi.waitFor(async () => expect(await written()).toHaveLength(1))
  expect(await device.database.parked.count()).toBe(0)
  await device.database.parked.put(entry({ id: 'other' }))
  await parked.discardParked('other')
  expect([(await written()).length, await device.database.parked.count()]).toEqual([1, 0])
})
