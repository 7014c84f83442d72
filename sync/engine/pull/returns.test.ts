import { beforeEach, describe, expect, it } from 'vitest'
import { Returns } from './returns.ts'

const MINUTE_MS = 60_000
let returns: Returns
/** The wait before the device starts over at this time; random waits are the longest. */
const waitAt = (now: number, random = 1) => returns.waitMs(now, random)
/** Starts over, after the wait if one is due. */
const startOverAt = (now: number): number => {
  const waited = waitAt(now)
  if (waited > 0) expect(waitAt(now)).toBe(0)
  return waited
}
beforeEach(() => {
  returns = new Returns()
})

describe('a server that returns to another state', () => {
  it('is followed at once the first time, however early or late', () => {
    expect(waitAt(0)).toBe(0)
    returns = new Returns()
    expect(waitAt(Date.UTC(2030, 0, 1))).toBe(0)
  })

  it('again and again makes the device wait twice as long each time, up to a minute', () => {
    const waits = Array.from({ length: 8 }, (_, at) => startOverAt(at * 1_000))
    expect(waits).toEqual([0, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
  })

  it('needs one wait for each return, and a new one if a pull came in between', () => {
    startOverAt(0)
    expect(waitAt(1_000)).toBe(2_000)
    returns.pulled()
    expect(waitAt(2_000)).toBe(2_000)
    expect(waitAt(3_000)).toBe(0)
    expect(waitAt(4_000)).toBe(4_000)
  })

  it('does not wait as long as others that fail with it', () => {
    startOverAt(0)
    expect(waitAt(1_000, 0)).toBe(1_000)
    returns = new Returns()
    startOverAt(0)
    expect(waitAt(1_000, 0.5)).toBe(1_500)
  })

  it('is calm again after five minutes, also if the clock was set back', () => {
    startOverAt(0)
    expect(startOverAt(5 * MINUTE_MS), 'within five minutes').toBe(2_000)
    expect(waitAt(10 * MINUTE_MS + 1)).toBe(0)
    expect(waitAt(5 * MINUTE_MS), 'and begins to count again').toBe(0)
    expect(waitAt(5 * MINUTE_MS)).toBe(2_000)
  })
})
