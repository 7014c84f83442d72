import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Project } from '#schema/entities/project.ts'
import { canonicalJson } from '#schema/rules/answers/canonical-json.ts'
import type { LogEntry } from '#schema/tables/log-kinds.ts'
import {
  type EmptyDatabase,
  NOW,
  openEmptyDatabase,
} from '../../../tests/support/empty-database.ts'
import {
  buildProject,
  buildProjectVendor,
  buildRows,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'
import { inProject, storeRows } from '../../../tests/support/stored-project.ts'
import type { Queries } from '../database.ts'
import { appendToLog } from './append.ts'
import { loggingAccess, projectsOfPeople } from './log-access.ts'
import { readChain, readHeads } from './read-chain.ts'
import { createRefusedReads, type RefusedRead } from './refused-reads.ts'

let rows: EmptyDatabase
beforeEach(async () => {
  rows = await openEmptyDatabase()
})
afterEach(() => rows.close())
/** The running transaction; SQLite has one writer at a time. */
let running: Queries | null = null
const queries = () => running ?? rows.database.queries
const store = async (project: Partial<Project> = {}) => {
  const set = buildRows({
    project: [buildProject({ state: 'PUBLISHED', publishedOn: 1, ...project })],
  })
  await storeRows(rows, set)
  await storeRows(rows, inProject({ ...set, projectVendor: [buildProjectVendor(9)] }, 'other'))
}
const append = (entry: LogEntry, actorId: number | null = 3, projectId = PROJECT_ID) =>
  rows.database.write((tx) => appendToLog(tx, { projectId, now: NOW, actorId }, entry))
/** Each chain of a project: kind and actor of its entries. */
const chains = async (projectId = PROJECT_ID) => {
  const found: Record<string, string[]> = {}
  for (const { audience } of await readHeads(queries(), projectId)) {
    const entries = await readChain(queries(), { projectId, audience }, { after: 0, limit: 100 })
    found[audience] = entries.map(({ kind, actorId }) => `${kind} ${actorId}`)
  }
  return found
}
const moved: LogEntry = {
  kind: 'moved',
  detail: { from: 'PREPARATION', to: 'PUBLISHED', by: 'person' },
}
const opened: LogEntry = {
  kind: 'opened',
  detail: { isEarly: true, reason: 'Needed.', requestedBy: 1, confirmedBy: 2 },
}

describe('an entry goes into the chains of its readers', () => {
  it('of the team and of every vendor of this project, without the person for vendors', async () => {
    await store()
    await append(moved)
    const begun = ['begun null', 'moved null']
    expect(await chains()).toEqual({ team: ['begun null', 'moved 3'], v7: begun, v8: begun })
    expect(await chains('other')).toEqual({})
    await append({ kind: 'openingWithdrawn', detail: {} })
    expect((await chains())['team']?.at(-1)).toBe('openingWithdrawn 3')
    expect((await chains())['v7']).toEqual(begun)
  })
  it('of one vendor alone', async () => {
    await store()
    const receipt: LogEntry = {
      kind: 'receipt',
      vendorId: 8,
      detail: { count: 1, contentHash: 'a'.repeat(64), packageIds: ['p1'] },
    }
    await append(receipt)
    expect(await chains()).toEqual({ v8: ['begun null', 'receipt 3'] })
    const { vendorId: _none, ...unnamed } = receipt
    await expect(append(unnamed as LogEntry)).rejects.toThrow('receipt names no vendor')
  })
  it('[OP31] of all, with the person and the ends of the vendors’ chains, when answers open', async () => {
    await store()
    await append(moved)
    await append(moved, 3, 'other')
    await append(opened)
    expect(await chains()).toEqual({
      team: ['begun null', 'moved 3', 'opened 3'],
      v7: ['begun null', 'moved null', 'opened 3'],
      v8: ['begun null', 'moved null', 'opened 3'],
    })
    const last = async (audience: 'team' | 'v7') =>
      (await readChain(queries(), { projectId: PROJECT_ID, audience }, { after: 2, limit: 9 }))[0]
    const heads = await readHeads(queries(), PROJECT_ID)
    const ends = heads
      .filter(({ audience }) => audience !== 'team')
      .map(({ audience, ...end }) => ({ vendorId: Number(audience.slice(1)), ...end }))
    expect(ends.map(({ vendorId, serial }) => [vendorId, serial])).toEqual([
      [7, 3],
      [8, 3],
    ])
    expect((await last('team'))?.detail).toEqual({ ...opened.detail, anchors: ends })
    expect((await last('v7'))?.detail).toEqual(opened.detail)
  })
  it('[IS11] of no vendor before the project is open to vendors', async () => {
    await store({ state: 'PREPARATION', publishedOn: null })
    await append(moved)
    expect(Object.keys(await chains())).toEqual(['team'])
  })
  it('of the team alone when the project is already gone', async () => {
    await append({ kind: 'created', detail: {} })
    await append(moved)
    expect(await chains()).toEqual({ team: ['created 3', 'moved 3'] })
  })
})

it('each entry is salted and hashed with the one before, and is read from where the reader is', async () => {
  await store()
  for (let times = 0; times < 3; times += 1) await append({ kind: 'openingExpired', detail: {} })
  await append({ kind: 'openingExpired', detail: {} }, 3, 'other')
  const stored = await queries()
    .selectFrom('project_log')
    .selectAll()
    .where('project_id', '=', PROJECT_ID)
    .orderBy('serial')
    .execute()
  let prev = '0'.repeat(64)
  for (const [index, row] of stored.entries()) {
    const { project_id, audience, serial, at, actor_id, kind, detail, salt } = row
    const text = canonicalJson([
      project_id,
      audience,
      serial,
      at,
      actor_id,
      kind,
      JSON.parse(detail),
      salt,
      prev,
    ])
    expect([serial, row.prev, at]).toEqual([index + 1, prev, NOW])
    expect(row.hash).toBe(createHash('sha256').update(text).digest('hex'))
    prev = row.hash
  }
  expect(new Set(stored.map(({ salt }) => salt)).size).toBe(4)
  expect(stored[0]?.salt).toMatch(/^[0-9a-f]{32}$/)
  expect(await readHeads(queries(), PROJECT_ID)).toEqual([
    { audience: 'team', serial: 4, hash: prev },
  ])
  const page = async (after: number, limit: number) =>
    (await readChain(queries(), { projectId: PROJECT_ID, audience: 'team' }, { after, limit })).map(
      ({ serial }) => serial,
    )
  expect([await page(0, 2), await page(2, 9), await page(4, 9)]).toEqual([[1, 2], [3, 4], []])
})

describe('changes of members and grants', () => {
  const log = (projectIds: string[], work: () => Promise<unknown>) =>
    rows.database.write((tx) => {
      running = tx
      return loggingAccess(tx, { projectIds, now: NOW, actorId: 3 }, work).finally(() => {
        running = null
      })
    })
  const members = (...values: [string, number, string][]) =>
    queries()
      .insertInto('project_members')
      .values(
        values.map(([projectId, userId, roles]) => ({
          project_id: projectId,
          user_id: userId,
          roles,
          created_on: NOW,
        })),
      )
      .execute()
  const grants = (...values: [string, number, number, string | null][]) =>
    queries()
      .insertInto('restrictions')
      .values(
        values.map(([projectId, vendorId, userId, packages]) => ({
          project_id: projectId,
          vendor_id: vendorId,
          user_id: userId,
          package_ids: packages,
        })),
      )
      .execute()
  const logged = async () =>
    (
      await queries()
        .selectFrom('project_log')
        .select(['project_id', 'kind', 'detail', 'actor_id'])
        .where('kind', '<>', 'begun')
        .orderBy('project_id')
        .orderBy('serial')
        .execute()
    ).map((row) => [row.project_id, row.kind, JSON.parse(row.detail), row.actor_id])
  const told = async () =>
    (
      await queries()
        .selectFrom('events')
        .select(['project_id', 'vendor_id', 'user_ids'])
        .where('kind', '=', 'access.changed')
        .orderBy('project_id')
        .execute()
    ).map((row) => [row.project_id, row.vendor_id, row.user_ids])

  it('are logged for each named project, what stays is not', async () => {
    await store()
    await members([PROJECT_ID, 1, '["a"]'], [PROJECT_ID, 2, '["b"]'], [PROJECT_ID, 4, '["c"]'])
    await members(['other', 1, '["a"]'])
    const result = await log(['other', PROJECT_ID, PROJECT_ID, 'unknown'], async () => {
      await queries()
        .updateTable('project_members')
        .set({ roles: '["z"]' })
        .where('user_id', '=', 1)
        .execute()
      await queries().deleteFrom('project_members').where('user_id', '=', 2).execute()
      await members([PROJECT_ID, 9, '[]'], ['unknown', 9, '[]'])
      return 'done'
    })
    expect(result).toBe('done')
    expect(await logged()).toEqual([
      ['other', 'rolesSet', { userId: 1, roles: ['z'] }, 3],
      [PROJECT_ID, 'rolesSet', { userId: 1, roles: ['z'] }, 3],
      [PROJECT_ID, 'memberRemoved', { userId: 2 }, 3],
      [PROJECT_ID, 'memberAdded', { userId: 9, roles: [] }, 3],
    ])
  })

  it('of grants name all of the vendor, and tell those whose own grant changed', async () => {
    await store()
    await grants([PROJECT_ID, 7, 1, null], [PROJECT_ID, 7, 2, '["p1"]'], [PROJECT_ID, 7, 4, null])
    await grants([PROJECT_ID, 8, 5, null], ['other', 7, 1, null])
    await log([PROJECT_ID], async () => {
      await queries()
        .updateTable('restrictions')
        .set({ package_ids: '["p1","p2"]' })
        .where('user_id', '=', 2)
        .execute()
      await queries()
        .deleteFrom('restrictions')
        .where('user_id', '=', 4)
        .where('project_id', '=', PROJECT_ID)
        .execute()
      await grants([PROJECT_ID, 7, 6, null], [PROJECT_ID, 9, 8, null])
    })
    const users = [
      { userId: 1, packageIds: null },
      { userId: 2, packageIds: ['p1', 'p2'] },
      { userId: 6, packageIds: null },
    ]
    expect(await logged()).toEqual([
      [PROJECT_ID, 'restrictionsSet', { vendorId: 7, users }, 3],
      [PROJECT_ID, 'restrictionsSet', { vendorId: 9, users: [{ userId: 8, packageIds: null }] }, 3],
    ])
    // The contacts of a vendor without grants before learn from its invitation.
    expect(await told()).toEqual([[PROJECT_ID, 7, '[2,6]']])
  })

  it('of a vendor that leaves are logged without people, and told to none', async () => {
    await store()
    await grants([PROJECT_ID, 7, 1, null], [PROJECT_ID, 8, 5, null])
    await log([PROJECT_ID], () =>
      queries().deleteFrom('restrictions').where('vendor_id', '=', 7).execute(),
    )
    expect(await logged()).toEqual([[PROJECT_ID, 'restrictionsSet', { vendorId: 7, users: [] }, 3]])
    expect(await told()).toEqual([])
  })

  it('the projects of people are those with a membership or a grant of theirs', async () => {
    await members(['a', 1, '[]'], ['b', 2, '[]'])
    await grants(['c', 7, 1, null], ['d', 7, 3, null], ['a', 7, 1, null])
    const of = async (...ids: number[]) => (await projectsOfPeople(queries(), ids)).toSorted()
    expect([await of(1), await of(1, 2), await of(), await of(9)]).toEqual([
      ['a', 'c'],
      ['a', 'b', 'c'],
      [],
      [],
    ])
  })
})

describe('refused attempts to read sealed work', () => {
  /** The timers of the windows: how long, and what happens then. */
  let timers: Map<object, { ms: number; run: () => void }>
  beforeEach(async () => {
    await store()
    timers = new Map()
    const setReal = setTimeout
    const clearReal = clearTimeout
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms: number) => {
      // The database waits for shorter times.
      if (ms < 1_000) return setReal(run, ms)
      const timer = { unref: () => timer }
      timers.set(timer, { ms, run })
      return timer
    }) as unknown as typeof setTimeout)
    vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
      if (!timers.delete(timer as unknown as object)) clearReal(timer)
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  const read = (changes: Partial<RefusedRead> = {}): RefusedRead => ({
    projectId: PROJECT_ID,
    userId: 3,
    what: 'answers',
    vendorId: 7,
    ...changes,
  })
  const attempts = async () =>
    (
      await queries()
        .selectFrom('project_log')
        .select(['project_id', 'actor_id', 'detail', 'at', 'audience'])
        .where('kind', '=', 'readRefused')
        .orderBy('project_id')
        .orderBy('serial')
        .execute()
    ).map((row) => {
      const { what, vendorId, count } = JSON.parse(row.detail)
      return [row.project_id, row.actor_id, what, vendorId, count, row.at, row.audience]
    })
  const line = (changes: Partial<RefusedRead> = {}, count = 1, at = NOW) => {
    const { projectId, userId, what, vendorId } = read(changes)
    return [projectId, userId, what, vendorId, count, at, 'team']
  }
  let now = NOW
  const errors: unknown[] = []
  const open = () =>
    createRefusedReads(
      rows.database,
      () => now,
      (error) => errors.push(error),
    )

  it('are logged at once, and repeated ones counted after a minute', async () => {
    const { record, close } = open()
    now = NOW
    for (let times = 0; times < 4; times += 1) await record(read())
    expect(await attempts()).toEqual([line()])
    const [window, ...others] = timers.values()
    expect([window?.ms, others]).toEqual([60_000, []])
    now += 60_000
    window?.run()
    await vi.waitFor(async () => expect(await attempts()).toHaveLength(2))
    expect(await attempts()).toEqual([line(), line({}, 3, now)])
    await record(read())
    expect(await attempts()).toHaveLength(3)
    await close()
    expect(await attempts(), 'nothing more came').toHaveLength(3)
    expect(timers.size).toBe(0)
  })

  it('of other people, projects, things and vendors are their own', async () => {
    const { record, close } = open()
    now = NOW
    const all: Partial<RefusedRead>[] = [
      { projectId: 'other' },
      {},
      { userId: 4 },
      { what: 'files' },
      { vendorId: 8 },
      { vendorId: null },
    ]
    for (const one of [...all, ...all]) await record(read(one))
    expect(await attempts()).toEqual(all.map((one) => line(one)))
    await close()
    expect(await attempts()).toHaveLength(12)
  })

  it('of a project that is gone are not logged, and a failure is reported', async () => {
    const { record } = open()
    await record(read({ projectId: 'gone' }))
    expect(await attempts()).toEqual([])
    await record(read({ what: 'unknown' as 'files' }))
    expect(errors).toHaveLength(1)
  })
})
