import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let newId: () => string
beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers({ now: 0x0123_4567_89ab, toFake: ['Date'] })
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    ;(bytes as Uint8Array).set([0xff, 0, 0, 0, 0, 0, 0, 0x0a])
    return bytes
  })
  newId = (await import('./new-id.ts')).newId
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('is a UUID of version 7: the time, a counter, and random bits', () => {
  expect(newId()).toBe('01234567-89ab-7000-bf00-00000000000a')
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => bytes)
  vi.setSystemTime(1)
  expect(newId()).toBe('01234567-89ab-7001-8000-000000000000')
})

it('counts within a millisecond, and goes on in the next one when the counter is full', () => {
  const ids = Array.from({ length: 4_098 }, () => newId())
  expect(
    ids.map((id) => id.slice(0, 18)).filter((_, at) => [1, 4_095, 4_096, 4_097].includes(at)),
  ).toEqual([
    '01234567-89ab-7001',
    '01234567-89ab-7fff',
    '01234567-89ac-7000',
    '01234567-89ac-7001',
  ])
  expect(ids.toSorted()).toEqual(ids)
})

it('keeps its order while the clock stands or goes back, and follows the clock again from a later time', () => {
  const first = newId()
  vi.setSystemTime(5)
  const second = newId()
  vi.setSystemTime(0x0123_4567_89ac)
  const third = newId()
  expect([first, second, third].map((id) => id.slice(0, 18))).toEqual([
    '01234567-89ab-7000',
    '01234567-89ab-7001',
    '01234567-89ac-7000',
  ])
})
