import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { outcomeOf } from '../../tests/support/call-context.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import {
  claimExport,
  deleteExport,
  endExport,
  type ExportAt,
  type ExportRow,
  findDue,
  findExport,
  insertExport,
  LEASE_MS,
  listExports,
  outdateExport,
  releaseExport,
  renewLease,
} from './export-rows.ts'

let town: Town
let [anna, vera] = [0, 0]
beforeEach(async () => {
  town = await openTown()
  anna = await town.person('anna', town.city)
  vera = await town.person('vera', town.alpha)
})
afterEach(() => town.rows.close())
const tx = () => town.rows.database.queries
const add = async (given: Partial<Parameters<typeof insertExport>[1]> = {}): Promise<ExportAt> =>
  await insertExport(tx(), {
    ...{ project_id: 'p', user_id: anna, organization_id: town.city, total: 9, isTold: true },
    ...{ request: { content: 'answers', format: 'csv', vendorIds: null }, now: NOW },
    ...given,
  })
const find = async (at: ExportAt): Promise<ExportRow> => {
  const row = await findExport(tx(), at)
  if (row === undefined) throw new Error('The export is gone')
  return row
}
const claim = async (at: ExportAt, now = NOW): Promise<ExportRow> => {
  const row = await claimExport(tx(), at, now)
  if (row === undefined) throw new Error('The export was not claimed')
  return row
}
const written = { rights: ['b', 'a'], fileName: 'x.csv', bytes: 5, rows: 7 }
const events = async () =>
  (await tx().selectFrom('events').select(['kind', 'user_ids', 'vendor_id']).execute()).map(
    ({ kind, user_ids, vendor_id }) => [kind, user_ids, vendor_id],
  )

describe('[EX5] a person', () => {
  it('keeps twenty exports of a project, two of them unfinished', async () => {
    for (let n = 0; n < 19; n += 1)
      await endExport(tx(), await find(await add()), { now: NOW, written })
    await claim(await add())
    expect(await outcomeOf(add())).toBe('EXPORTS_FULL')
    for (const other of [{ project_id: 'q' }, { user_id: vera }, { organization_id: town.village }])
      expect(await outcomeOf(add(other))).toBe('done')
    await add({ project_id: 'q' })
    expect(await outcomeOf(add({ project_id: 'q' }))).toBe('EXPORTS_FULL')
    const own = { project_id: 'p', user_id: anna, organization_id: town.city }
    const ids = (await listExports(tx(), own)).map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted().toReversed())
    expect(ids).toHaveLength(20)
  })
})

describe('[EX7] an attempt', () => {
  it('is of one process for as long as it shows signs of life', async () => {
    const at = await add()
    const other = await add({ project_id: 'q', now: NOW + 1 })
    expect(await claim(at)).toMatchObject({
      ...{ state: 'running', attempt: 1, lease_until: NOW + LEASE_MS, done: 0 },
    })
    expect(await findDue(tx(), NOW + LEASE_MS - 1)).toEqual([other])
    expect(await claimExport(tx(), at, NOW + LEASE_MS - 1)).toBeUndefined()
    expect(await findDue(tx(), NOW + LEASE_MS)).toEqual([at, other])
    expect(await claim(at, NOW + LEASE_MS)).toMatchObject({ attempt: 2 })
    expect(await find(other)).toMatchObject({ state: 'waiting', attempt: 0 })
  })

  it('that was taken over changes nothing any more', async () => {
    const at = await add()
    const first = await claim(at)
    await claim(at, NOW + LEASE_MS)
    const before = await find(at)
    for (const late of [
      renewLease(tx(), first, { now: NOW, done: 3 }),
      releaseExport(tx(), first),
      endExport(tx(), first, { now: NOW, written }),
      outdateExport(tx(), first),
    ])
      expect(await late).toBe(false)
    expect([await find(at), await events()]).toEqual([before, []])
  })

  it('renews its lease with what it has written, or is given back and does not count', async () => {
    const at = await add()
    const row = await claim(at)
    expect(await renewLease(tx(), row, { now: NOW + 5, done: 3 })).toBe(true)
    expect(await find(at)).toMatchObject({ lease_until: NOW + 5 + LEASE_MS, done: 3 })
    expect(await releaseExport(tx(), row)).toBe(true)
    expect(await find(at)).toMatchObject({ state: 'waiting', attempt: 0, lease_until: 0, done: 0 })
  })

  it('is the third one at most, after which the export has failed', async () => {
    const at = await add()
    for (let n = 0; n < 3; n += 1) await claim(at, NOW + n * LEASE_MS)
    expect(await claimExport(tx(), at, NOW + 3 * LEASE_MS)).toBeUndefined()
    expect(await find(at)).toMatchObject({ state: 'failed', failure: 'error', attempt: 3 })
    expect(await findDue(tx(), NOW + 9 * LEASE_MS)).toEqual([])
    expect(await claimExport(tx(), { ...at, id: 'unknown' }, NOW)).toBeUndefined()
  })
})

describe('[EX8] an end', () => {
  it('is told to the person alone, in the place where they asked', async () => {
    const own = await claim(await add())
    await endExport(tx(), own, { now: NOW, written })
    expect(await find(own)).toMatchObject({
      ...{ state: 'ready', rights: '["b","a"]', file_name: 'x.csv', bytes: 5, done: 7, total: 7 },
    })
    const failed = await claim(await add({ user_id: vera, organization_id: town.alpha }))
    await endExport(tx(), failed, { now: NOW, failure: 'size' })
    expect(await find(failed)).toMatchObject({ state: 'failed', failure: 'size', total: 9 })
    await endExport(tx(), await claim(await add({ isTold: false })), { now: NOW, written })
    expect(await events()).toEqual([
      ['export.ready', `[${anna}]`, null],
      ['export.failed', `[${vera}]`, town.alpha],
    ])
  })

  it('[EX6] takes the file of a person who lost a right, or the row alone', async () => {
    const [kept, gone] = [await claim(await add()), await claim(await add())]
    await endExport(tx(), kept, { now: NOW, written })
    expect(await outdateExport(tx(), await find(kept))).toBe(true)
    expect(await find(kept)).toMatchObject({
      ...{ state: 'failed', failure: 'rights', file_name: null, bytes: null },
    })
    await deleteExport(tx(), { ...gone, project_id: 'q' })
    expect(await findExport(tx(), { ...gone, project_id: 'q' })).toBeUndefined()
    await find(gone)
    await deleteExport(tx(), gone)
    expect(await findExport(tx(), gone)).toBeUndefined()
    await find(kept)
  })
})
