import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { databaseName, DeviceDatabase, isSameMembership } from './database.ts'

let count = 0
let database: DeviceDatabase
/** How many of the next requests are answered in which way: never, or with an error. */
let faults: ('never' | Error)[]
/** Time of each request, ms. */
let requests: number[]
const failed = (error: Error): IDBOpenDBRequest => {
  const request = Object.assign(new EventTarget(), { error }) as unknown as IDBOpenDBRequest
  queueMicrotask(() => {
    const event = Object.assign(new Event('error'), {})
    Object.defineProperty(event, 'target', { value: request })
    request.onerror?.(event)
  })
  return request
}
const settled = (opening: PromiseLike<unknown>) => {
  const state: { outcome: unknown } = { outcome: undefined }
  opening.then(
    () => (state.outcome = 'open'),
    (error: Error) => (state.outcome = error.name),
  )
  return state
}
/** Lets the requests that wait for no timer be answered. */
const turn = async (): Promise<void> => {
  for (let n = 0; n < 5; n += 1) await new Promise((resolve) => setImmediate(resolve))
}
const pass = async (ms: number): Promise<void> => {
  await turn()
  await vi.advanceTimersByTimeAsync(ms)
  await turn()
}

beforeEach(() => {
  database = new DeviceDatabase(`database-${(count += 1)}`)
  ;[faults, requests] = [[], []]
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 })
  const open = indexedDB.open.bind(indexedDB)
  vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
    requests.push(Date.now())
    const fault = faults.shift()
    if (fault === undefined) return open(...args)
    return fault === 'never' ? (new EventTarget() as IDBOpenDBRequest) : failed(fault)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  database.close()
})

describe('the first opening', () => {
  it('is asked for once, however long an upgrade or another tab takes', async () => {
    faults = ['never']
    const first = settled(database.open())
    await pass(120_000)
    expect([requests, first.outcome]).toEqual([[0], undefined])
  })
})

describe('a later opening', () => {
  beforeEach(async () => {
    const opening = settled(database.open())
    await pass(0)
    expect(opening.outcome).toBe('open')
    database.close()
    requests = []
  })
  it('is asked for again after 1 s, and then after twice as long each time, up to 30 s', async () => {
    faults = Array.from({ length: 7 }, () => 'never')
    const later = settled(database.open())
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) await pass(seconds * 1_000)
    const times = [0, 1, 3, 7, 15, 31, 61, 91].map((seconds) => seconds * 1_000)
    expect([requests, later.outcome]).toEqual([times, 'open'])
    await pass(120_000)
    expect(requests, 'it is open').toHaveLength(8)
  })
  it('is one for all callers, and the next one asks again', async () => {
    const both = [settled(database.open()), settled(database.open())]
    await pass(0)
    expect([requests.length, both.map(({ outcome }) => outcome)]).toEqual([1, ['open', 'open']])
    database.close()
    const next = settled(database.open())
    await pass(0)
    expect([requests.length, next.outcome]).toEqual([2, 'open'])
  })
  it.each(['AbortError', 'UnknownError'])(
    'that the browser cuts short with %s is asked for again',
    async (name) => {
      // Dexie itself asks again three times after an UnknownError, and says so.
      vi.spyOn(console, 'warn').mockReturnValue()
      const cut = () => new DOMException('cut short', name) as Error
      faults = [cut(), cut(), cut(), cut()]
      const fifth = settled(database.open())
      for (let n = 0; n < 5; n += 1) await pass(0)
      expect(fifth.outcome).toBe('open')
    },
  )
  it('that the browser always cuts short fails after the fifth time', async () => {
    const cut = () => new DOMException('cut short', 'AbortError') as Error
    faults = Array.from({ length: 9 }, cut)
    const never = settled(database.open())
    for (let n = 0; n < 5; n += 1) await pass(0)
    expect([requests.length, never.outcome]).toEqual([5, 'AbortError'])
  })
  it('that fails for another reason is not asked for again', async () => {
    faults = [new DOMException('full', 'QuotaExceededError') as Error]
    const refused = settled(database.open())
    await pass(60_000)
    expect([requests.length, refused.outcome]).toEqual([1, 'QuotaExceededError'])
  })
})

it('a person has one database in each organization', () => {
  const one = { userId: 1, organizationId: 23 }
  const others = [
    { userId: 12, organizationId: 3 },
    { userId: 1, organizationId: 2 },
    { userId: 2, organizationId: 23 },
  ]
  expect(databaseName(one)).toBe('tenderbook-user-1-23')
  expect(new Set([one, ...others].map(databaseName)).size).toBe(4)
  expect(isSameMembership(one, { ...one })).toBe(true)
  for (const other of others) expect(isSameMembership(one, other)).toBe(false)
})
