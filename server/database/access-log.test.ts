import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { createAccessRecorder, forgetOldAccess } from './access-log.ts'

type Recorder = ReturnType<typeof createAccessRecorder>
let rows: EmptyDatabase
let recorder: Recorder
let errors: unknown[]
let now: number
let [city, anna, boris] = [0, 0, 0]
beforeEach(async () => {
  rows = await openEmptyDatabase()
  ;[errors, now] = [[], NOW]
  city = await rows.organization('City')
  anna = await rows.person('anna', { active_organization_id: city })
  boris = await rows.person('boris')
  recorder = createAccessRecorder(
    rows.database,
    () => now,
    (error) => void errors.push(error),
  )
})
afterEach(async () => {
  vi.useRealTimers()
  await recorder.close()
  await rows.close()
})
type Event = Parameters<Recorder['record']>[0]
const record = (event: Partial<Event> = {}): void =>
  recorder.record({
    ...{ userId: anna, organizationId: null, triedName: null, action: 'projects.get' },
    ...{ object: 'project/p', status: 200, address: '192.0.2.1', userAgent: 'Browser' },
    ...event,
  })
const lines = async () =>
  await rows.database.queries.selectFrom('access_log').selectAll().orderBy('id').execute()

describe('the access log', () => {
  it('has a line for each call, with the caller and what came of it', async () => {
    record()
    now += 5
    record({ organizationId: 77, status: 399, action: 'b', object: '' })
    now += 5
    record({ userId: boris, status: 400, address: 'other', userAgent: 'Other' })
    await recorder.settled()
    const [first, second, third] = await lines()
    expect(first).toEqual({
      ...{ id: first?.id, organization_id: city, user_id: anna, username: 'anna' },
      ...{ name: 'anna Person', action: 'projects.get', object: 'project/p', result: 'success' },
      ...{ status: 200, address: '192.0.2.1', user_agent: 'Browser', at: NOW },
    })
    expect(second).toMatchObject({
      organization_id: 77,
      action: 'b',
      result: 'success',
      at: NOW + 5,
    })
    expect(third).toMatchObject({
      ...{ organization_id: null, user_id: boris, username: 'boris', result: 'failure' },
      ...{ status: 400, address: 'other', user_agent: 'Other', at: NOW + 10 },
    })
    expect(errors).toEqual([])
  })

  it('names the account of a tried sign-in, and stores no name without one', async () => {
    const unknown = { userId: null, status: 401 }
    const tried = [
      { ...unknown, triedName: ' ANNA ' },
      { ...unknown, triedName: 'secret word' },
      { ...unknown, triedName: null },
      { userId: 999, triedName: 'boris' },
    ]
    for (const event of tried) {
      now += 1
      record(event)
    }
    await recorder.settled()
    const told = (await lines()).map((line) => [line.user_id, line.username, line.name])
    expect(told).toEqual([[anna, 'anna', 'anna Person'], ...[1, 2, 3].map(() => [null, '', ''])])
  })

  it('writes more lines than one statement takes, each once', async () => {
    for (let index = 0; index < 170; index += 1) record({ object: `project/${index}` })
    await recorder.settled()
    await recorder.settled()
    const objects = (await lines()).map(({ object }) => object)
    expect([objects.length, new Set(objects).size]).toEqual([170, 170])
  })

  it('keeps five thousand calls at most until they are written', async () => {
    for (let index = 0; index <= 5_000; index += 1) record()
    await recorder.settled()
    expect(await lines()).toHaveLength(5_000)
    record()
    await recorder.settled()
    expect(await lines()).toHaveLength(5_001)
  })

  it('is written half a second after the first call, without being asked', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    record()
    vi.advanceTimersByTime(400)
    record()
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(99)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(1)
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
    await vi.waitFor(async () => expect(await lines()).toHaveLength(2))
  })

  it('tells what went wrong, and goes on', async () => {
    const { write } = rows.database
    const broken = new Error('broken')
    rows.database.write = () => Promise.reject(broken)
    record()
    await recorder.settled()
    rows.database.write = write
    record({ action: 'next' })
    await recorder.settled()
    expect([errors, (await lines()).map(({ action }) => action)]).toEqual([[broken], ['next']])
  })
})

it('a line of the access log is deleted after a year', async () => {
  const YEAR_MS = 365 * 86_400_000
  record({ action: 'old' })
  now += 1
  record({ action: 'young' })
  await recorder.settled()
  await forgetOldAccess(rows.database, NOW + YEAR_MS)
  expect(await lines()).toHaveLength(2)
  await forgetOldAccess(rows.database, NOW + YEAR_MS + 1)
  expect((await lines()).map(({ action }) => action)).toEqual(['young'])
})
