import { beforeEach, expect, it } from 'vitest'
import { MemoryWindows, type TryWindows } from '../database/try-windows.ts'
import { RateLimit } from './rate-limit.ts'

const LIMIT = { max: 2, windowMs: 60_000 }
let now: number
let limit: RateLimit
beforeEach(() => {
  now = 1_000_000
  limit = new RateLimit(() => now, new MemoryWindows())
})
/** Seconds of the refusal; null = the attempt was taken. */
const take = (of: number, bounds = LIMIT): Promise<unknown> =>
  limit.take(['purpose', of], bounds).then(
    () => null,
    ({ detail }: { detail: { seconds: number } }) => detail.seconds,
  )

it('takes as many attempts of each key as the limit says, and then tells the seconds left', async () => {
  expect([await take(1), await take(1)]).toEqual([null, null])
  expect(await take(1)).toBe(60)
  expect(await take(2)).toBeNull()
  now += 58_001
  expect(await take(1)).toBe(2)
  now += 1_998
  expect(await take(1)).toBe(1)
  now += 1
  expect([await take(1), await take(1), await take(1)]).toEqual([null, null, 60])
})

it('an attempt that was given back does not count, and a limit may have a code of its own', async () => {
  await take(1)
  await take(1)
  await limit.giveBack(['purpose', 1])
  expect([await take(1), await take(1)]).toEqual([null, 60])
  await expect(limit.take(['purpose', 1], { ...LIMIT, code: 'RESET_LIMIT' })).rejects.toMatchObject(
    { code: 'RESET_LIMIT', detail: { seconds: 60 } },
  )
  await limit.sweep()
  expect(await take(1)).toBe(60)
})

it('keeps of a key a hash of 24 characters, which differs by purpose and by whom it is about', async () => {
  const kept: string[] = []
  const windows: TryWindows = Object.assign(new MemoryWindows(), {
    count: async (key: string) => {
      kept.push(key)
      return { count: 1, until: now + 1 }
    },
  })
  const other = new RateLimit(() => now, windows)
  for (const [purpose, of] of [
    ['reset', 'anna@city.example'],
    ['reset', 'boris@city.example'],
    ['invite', 'anna@city.example'],
    ['reset', 'anna@city.example'],
  ] as const)
    await other.take([purpose, of], LIMIT)
  for (const key of kept) expect(key).toMatch(/^[\w-]{24}$/)
  expect([new Set(kept).size, kept[3]]).toEqual([3, kept[0]])
})
