// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { beforeEach, expect, it } from 'vitest'
import { i18n } from '@lingui/core'
import type { CarriedWork } from '#schema/api/work-file.ts'
import { openPageProject } from '../../../tests/support/page-project.ts'
import {
  buildCommitment,
  buildRows,
  buildVendorContact,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'

beforeEach(() =>
  openPageProject({
    actor: buildVendorContact(),
    project: { state: 'PUBLISHED', publishedOn: 1 },
    rows: buildRows({
      commitment: [
        buildCommitment({ values: { note: 'Mine' } }),
        buildCommitment({ requirementId: 'r2', values: { note: 'Same' } }),
        buildCommitment({
          requirementId: 'r2',
          vendorId: 8,
          values: { note: 'Of another vendor' },
        }),
      ],
    }),
  }),
)
let mid = 0
const edit = (command: string, args: object | null, base: object = {}) => ({
  ...{ mid: (mid += 1), command, base, clientAt: 1 },
  args: args && { projectId: PROJECT_ID, ...args },
})
const answer = (requirementId: string, note: unknown, seen: unknown = null) =>
  edit(
    'commitments.update',
    { requirementId, vendorId: 7, values: { note } },
    {
      [`commitment/${requirementId}.7#values.note`]: seen,
    },
  )
const read = async (...mutations: object[]) => {
  const { readCarriedEdits } = await import('./read-carried-edits.ts')
  const payload = { serverId: 's', clientId: 'c', schemaVersion: 6, mutations }
  const work: CarriedWork = {
    format: 'tenderbook-carried/1',
    ...{ serverId: 's', sessionId: 's', clientId: 'c', username: 'ada', name: 'Ada' },
    ...{ vendor: { id: 7, name: 'Alpha' }, savedOn: 1, edits: mutations.length },
    pieces: [{ payload: JSON.stringify(payload), signature: 'x' }],
  }
  return await readCarriedEdits(work)
}

it('shows each answer with its requirement, field and what this device has', async () => {
  const { fields, others, hidden } = await read(
    answer('r1', 'Theirs', 'Old'),
    answer('r2', 'Same'),
    answer('r3', 'New'),
  )
  expect([others, hidden]).toEqual([[], 0])
  const shown = fields.map(({ subject, name, mine, current, fate }) => [
    ...[subject, name, mine, current, fate],
  ])
  expect(shown).toEqual([
    ['FUN-0001', 'Note', 'Theirs', 'Mine', 'conflict'],
    ['FUN-0002', 'Note', 'Same', 'Same', 'same'],
    ['SEC-0001', 'Note', 'New', expect.any(String), 'new'],
  ])
  expect(new Set(fields.map(({ key }) => key)).size).toBe(3)
})

it('counts other edits by kind', async () => {
  const { fields, others } = await read(
    edit('comments.create', { id: 'a' }),
    edit('comments.create', { id: 'b' }),
    edit('commitments.submit', { items: [] }),
    edit('unknown.command', {}),
  )
  expect(fields).toEqual([])
  expect(others.map(({ words, count }) => [i18n._(words), count])).toEqual([
    [expect.any(String), 2],
    [expect.any(String), 1],
  ])
})

it('only counts what is about requirements or projects that this person does not see', async () => {
  const { fields, others, hidden } = await read(
    answer('elsewhere', 'x'),
    answer('r1', 'Theirs', 'Mine'),
    { ...edit('comments.create', {}), args: { projectId: 'unknown' } },
    { ...answer('r1', 'x'), args: { projectId: 5 } },
    edit('comments.create', null),
  )
  expect(hidden).toBe(4)
  expect([fields.length, others]).toEqual([1, []])
})
