import { expect, it } from 'vitest'
import { buildCommitment, buildSection } from '../../../tests/support/project-rows.ts'
import { createMemoryStorage } from '../memory-storage.ts'
import type { OutboxEntry, OverlayRow } from '../ports.ts'
import type { WrittenRows } from './device-tx.ts'
import { keepShown, layOwnOver } from './keep-shown.ts'

const entry = (key: string, fields: string[], changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...{ mid: 3, writer: 'w', projectId: 'p', command: 'x', args: {}, clientAt: 0, label: '' },
  ...{ touched: [key], poison: null },
  base: Object.fromEntries(fields.map((field) => [`${key}#${field}`, 'before'])),
  ...changes,
})
const ANSWER = 'commitment/r1.7'
const SECTION = 'section/s1'
const theirs = buildCommitment({ values: { a: 'theirs', b: 'theirs' } })

it('lays the edited parts of an answer over the row that arrives, and no other part', () => {
  const shown = buildCommitment({ values: { a: 'mine', b: 'mine', c: 'mine' } })
  const lay = (...entries: OutboxEntry[]) => layOwnOver(ANSWER, { base: theirs, shown }, entries)
  expect(lay(entry(ANSWER, ['values.a']))).toEqual({
    ...theirs,
    values: { a: 'mine', b: 'theirs' },
  })
  expect(lay(entry(ANSWER, ['values.a']), entry(ANSWER, ['values.c']))).toMatchObject({
    values: { a: 'mine', b: 'theirs', c: 'mine' },
  })
  // A value that the person removed is removed; an entry of another row counts for nothing.
  expect(lay(entry(ANSWER, ['values.gone', 'values.b']))).toMatchObject({
    values: { a: 'theirs', b: 'mine' },
  })
  const cleared = buildCommitment({ values: { b: 'mine' } })
  const edited = layOwnOver(ANSWER, { base: theirs, shown: cleared }, [entry(ANSWER, ['values.a'])])
  expect((edited as typeof theirs).values).toStrictEqual({ b: 'theirs' })
  expect(lay(entry('commitment/r1.70', ['values.a']))).toEqual(theirs)
  expect(lay(entry(ANSWER, []))).toEqual(theirs)
})

it('lays whole fields of other rows over, and keeps a row whose edit names none', () => {
  const base = buildSection({ name: 'theirs', rank: 'A' })
  const shown = buildSection({ name: 'mine', rank: 'B' })
  const lay = (...entries: OutboxEntry[]) => layOwnOver(SECTION, { base, shown }, entries)
  expect(lay(entry(SECTION, ['name']))).toEqual({ ...base, name: 'mine' })
  expect(lay(entry(SECTION, []), entry(SECTION, ['name']))).toBe(shown)
  expect(lay(entry(SECTION, [], { command: 'content.restore' }))).toEqual(base)
})

const open = async (over: Partial<OverlayRow> | null, hasBase = true) => {
  const storage = createMemoryStorage('client')
  await storage.transaction('edit', async (tx) => {
    if (hasBase)
      await tx.layRows('p', [{ bucket: 'b', entity: 'commitment', id: 'r1.7', row: theirs }])
    if (over !== null)
      tx.putOverlay({
        ...{ projectId: 'p', entity: 'commitment', id: 'r1.7', lastMid: 3 },
        row: buildCommitment({ values: { a: 'mine', b: 'mine' }, submitted: true }),
        ...over,
      })
  })
  return (stuck: Partial<Parameters<typeof keepShown>[1]> = {}, written: WrittenRows = new Map()) =>
    storage.transaction('read', (tx) =>
      keepShown(
        tx,
        {
          ...{ projectId: 'p', entry: entry(ANSWER, ['values.a']), later: [], spread: [] },
          ...stuck,
        },
        written,
      ),
    )
}
const kept = (values: object, more: object = {}) => [
  { entity: 'commitment', id: 'r1.7', row: { ...theirs, values, ...more } },
]

it('keeps the fields of a stuck edit over the newest row', async () => {
  const keep = await open({})
  expect(await keep()).toEqual(kept({ a: 'mine', b: 'theirs' }))
  expect(await keep({ spread: ['submitted'] })).toEqual(
    kept({ a: 'mine', b: 'theirs' }, { submitted: true }),
  )
  const newest = buildCommitment({ values: { a: 'since', c: 'since' } })
  const written: WrittenRows = new Map([
    [ANSWER, { entity: 'commitment', id: 'r1.7', row: newest }],
  ])
  expect(await keep({}, written)).toMatchObject([{ row: { values: { a: 'mine', c: 'since' } } }])
  const gone: WrittenRows = new Map([[ANSWER, { entity: 'commitment', id: 'r1.7', row: null }]])
  expect(await keep({}, gone)).toEqual([])
})

it('keeps no field that a later edit writes, and nothing of an edit that replaced no value', async () => {
  const keep = await open({})
  expect(await keep({ later: [entry(ANSWER, ['values.a'])] })).toEqual([])
  expect(await keep({ later: [entry(ANSWER, ['values.b'])] })).toHaveLength(1)
  expect(await keep({ entry: entry(ANSWER, []) })).toEqual([])
})

it('keeps nothing without a row of the server or of the device, and a deletion of its own only', async () => {
  expect(await (await open({}, false))()).toEqual([])
  expect(await (await open(null))()).toEqual([])
  expect(await (await open({ row: null }))()).toEqual([
    { entity: 'commitment', id: 'r1.7', row: null },
  ])
  expect(await (await open({ row: null, lastMid: 4 }))()).toEqual([])
})
