import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import type { CommandServices } from '../commands/execute.ts'
import {
  endOpeningRequest,
  findExpiredOpenings,
  findOpeningRequest,
  keepOpeningRequest,
} from '../database/projects/opening-requests.ts'
import { expireOpenings } from './expire-openings.ts'
import { startDeadlines } from './move-due-projects.ts'

let rows: EmptyDatabase
let city: number
let now: number
let published: string[]
let services: CommandServices
beforeEach(async () => {
  rows = await openEmptyDatabase()
  city = await rows.organization('City')
  now = NOW
  published = []
  services = {
    database: rows.database,
    clock: () => now,
    publish: ({ projectId }: { projectId: string }) => void published.push(projectId),
  } as unknown as CommandServices
})
afterEach(() => rows.close())

describe('the timer of deadlines', () => {
  /** The timers that the job has set: how long, and what to do then. */
  let timers: { ms: number; run: () => void }[]
  beforeEach(() => {
    timers = []
    const setReal = setTimeout
    const setTimer = ((run: () => void, ms: number) => {
      // The database waits for shorter times.
      if (ms < 200) return setReal(run, ms)
      timers.push({ ms, run })
      return { unref: () => timers.length }
    }) as unknown as typeof setTimeout
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(setTimer)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  const set = async (count: number) =>
    await vi.waitFor(() => expect(timers).toHaveLength(count), { interval: 5, timeout: 30_000 })

  it.each<[string, [number | null, string][], number]>([
    ['without a project after a minute', [], 60_000],
    ['at the deadline', [[5_000, 'PUBLISHED']], 5_000],
    ['after a minute of a later deadline', [[120_000, 'PUBLISHED']], 60_000],
    ['soon after a missed deadline', [[-1, 'PUBLISHED']], 200],
    [
      'at the first of several deadlines',
      [
        [9_000, 'PUBLISHED'],
        [4_000, 'PUBLISHED'],
      ],
      4_000,
    ],
    [
      'only for projects that vendors answer',
      [
        [3_000, 'EVALUATION'],
        [7_000, 'PUBLISHED'],
      ],
      7_000,
    ],
    [
      'only for projects with a deadline',
      [
        [null, 'PUBLISHED'],
        [8_000, 'PUBLISHED'],
      ],
      8_000,
    ],
  ])('wakes %s', async (_, projects, wait) => {
    for (const [index, [left, state]] of projects.entries())
      await rows.project(`p${index}`, city, {
        state,
        deadline_at: left === null ? null : NOW + left,
      })
    const { stop } = startDeadlines(services, async () => undefined, vi.fn())
    await set(1)
    expect(timers[0]?.ms).toBe(wait)
    stop()
  })

  it('goes on after a failure, and no more after it was stopped', async () => {
    const errors: unknown[] = []
    let rounds = 0
    const moveDue = async (): Promise<void> => {
      rounds += 1
      if (rounds === 2) throw new Error('busy')
    }
    const { stop } = startDeadlines(services, moveDue, (error) => errors.push(error))
    await set(1)
    timers[0]?.run()
    await set(2)
    expect([rounds, errors.length]).toEqual([2, 1])
    timers[1]?.run()
    stop()
    await vi.waitFor(() => expect(rounds).toBe(3))
    await rows.database.queries.selectFrom('projects').select('id').execute()
    expect(timers).toHaveLength(2)
  })

  it('clears its timer when it is stopped', async () => {
    const cleared = vi.spyOn(globalThis, 'clearTimeout')
    const { stop } = startDeadlines(services, async () => undefined, vi.fn())
    await set(1)
    stop()
    expect(cleared).toHaveBeenCalledTimes(1)
  })
})

describe('requests for an early opening', () => {
  const ask = (projectId: string, expiresOn: number) =>
    keepOpeningRequest(rows.database.queries, {
      project_id: projectId,
      id: `request-${projectId}`,
      reason: 'reason',
      asked_by: 1,
      asked_on: NOW,
      expires_on: expiresOn,
    })
  const left = async () =>
    (await rows.database.queries.selectFrom('opening_requests').select('project_id').execute()).map(
      (row) => row.project_id,
    )

  it('end at their time, are logged and told, and leave those of other projects', async () => {
    for (const id of ['due', 'later']) await rows.project(id, city)
    await ask('due', NOW + 1)
    await ask('later', NOW + 2)
    await expireOpenings(services)
    expect([await left(), published]).toEqual([['due', 'later'], []])
    now = NOW + 1
    expect(await findExpiredOpenings(rows.database.queries, now)).toEqual(['due'])
    await expireOpenings(services)
    await expireOpenings(services)
    expect([await left(), published]).toEqual([['later'], ['due']])
    const logged = await rows.database.queries
      .selectFrom('project_log')
      .select(['project_id', 'kind', 'actor_id', 'at'])
      .where('kind', '<>', 'begun')
      .execute()
    expect(logged).toEqual([{ project_id: 'due', kind: 'openingExpired', actor_id: null, at: now }])
  })

  it('are found and ended each for its own project', async () => {
    const { queries } = rows.database
    await ask('one', NOW)
    await ask('two', NOW)
    for (const id of ['two', 'one'])
      expect(await findOpeningRequest(queries, id)).toMatchObject({ id: `request-${id}` })
    expect(await findOpeningRequest(queries, 'three')).toBeNull()
    expect(await endOpeningRequest(queries, 'three')).toBe(false)
    expect(await endOpeningRequest(queries, 'two')).toBe(true)
    expect(await left()).toEqual(['one'])
  })

  it('that were renewed or withdrawn in the meantime are left alone', async () => {
    await rows.project('p', city)
    await rows.project('q', city)
    await ask('p', NOW)
    await ask('q', NOW)
    const { queries } = rows.database
    const write: typeof rows.database.write = async (run) => {
      await endOpeningRequest(queries, 'p')
      await queries
        .updateTable('opening_requests')
        .set({ expires_on: NOW + 1 })
        .where('project_id', '=', 'q')
        .execute()
      return await rows.database.write(run)
    }
    const database = Object.assign(Object.create(rows.database), { write })
    await expireOpenings({ ...services, database })
    expect([await left(), published]).toEqual([['q'], []])
    now = NOW + 1
    await expireOpenings(services)
    expect([await left(), published]).toEqual([[], ['q']])
  })

  it('of a project that is gone end without a word', async () => {
    await ask('gone', NOW)
    await expireOpenings(services)
    expect([await left(), published]).toEqual([[], []])
  })
})
