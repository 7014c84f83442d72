import { describe, expect, test } from 'vitest'
import type { EngineState } from '#sync/engine/engine-ports.ts'
import { type DrainLimits, untilSent } from './drain.ts'

const failure = (): EngineState => ({ phase: 'waiting', reason: 'offline', nextTryAt: 0 })
const working = (): EngineState => ({ phase: 'working' })

/**
 * Plays one step of the plan each time the remaining work is counted: the amount left, and the
 * engine's state at that moment.
 */
const play = async (plan: { left: number; state: EngineState }[], limits: DrainLimits) => {
  let step = 0
  let clock = 0
  let tries = 0
  const now = () => plan[Math.min(step, plan.length - 1)] ?? { left: 0, state: working() }
  const left = await untilSent(
    {
      countLeft: () => Promise.resolve(now().left),
      state: () => now().state,
      tryNow: () => {
        tries += 1
      },
      now: () => clock,
      sleep: (ms) => {
        clock += ms
        step += 1
        return Promise.resolve()
      },
    },
    limits,
  )
  return { left, clock, tries }
}

describe('waiting until everything is sent', () => {
  test('ends when nothing is left', async () => {
    expect(
      await play(
        [
          { left: 2, state: working() },
          { left: 1, state: working() },
          { left: 0, state: working() },
        ],
        { ms: 10_000, tries: 2 },
      ),
    ).toMatchObject({ left: 0, clock: 200 })
  })

  test('without a network two tries are enough', async () => {
    const first = failure()
    const plan = [
      { left: 1, state: working() },
      { left: 1, state: first },
      { left: 1, state: first },
      { left: 1, state: working() },
      { left: 1, state: failure() },
    ]
    expect(await play(plan, { ms: 10_000, tries: 2 })).toMatchObject({ left: 1, clock: 400 })
  })

  test('the next try follows a failed one within a second, however long the engine would wait', async () => {
    const plan = [
      { left: 1, state: working() },
      ...Array.from({ length: 3 }, () => failure()).flatMap((state) =>
        Array.from({ length: 12 }, () => ({ left: 1, state })),
      ),
    ]
    expect(await play(plan, { ms: 10_000, tries: 3 })).toEqual({ left: 1, clock: 2_500, tries: 2 })
    expect(
      (await play(plan, { ms: 2_000 })).tries,
      'a wait without a number of tries is not hurried',
    ).toBe(0)
  })

  test('a failure before the call is not one of the tries', async () => {
    const before = failure()
    expect(
      await play(
        [
          { left: 1, state: before },
          { left: 1, state: before },
          { left: 1, state: failure() },
          { left: 0, state: working() },
        ],
        { ms: 10_000, tries: 2 },
      ),
    ).toMatchObject({ left: 0, clock: 300 })
  })

  test('a session that ends stops the wait at once', async () => {
    expect(
      await play(
        [
          { left: 1, state: working() },
          { left: 1, state: { phase: 'paused', reason: 'unauthorized' } },
        ],
        { ms: 10_000, tries: 2 },
      ),
    ).toMatchObject({ left: 1, clock: 100 })
  })

  test('a session that ended before the call does not stop the tries', async () => {
    const before: EngineState = { phase: 'paused', reason: 'unauthorized' }
    expect(
      await play(
        [
          { left: 1, state: before },
          { left: 1, state: before },
          { left: 0, state: working() },
        ],
        { ms: 10_000, tries: 2 },
      ),
    ).toMatchObject({ left: 0, clock: 200 })
  })

  test('without a number of tries it waits for the whole time', async () => {
    expect(
      await play(
        [
          { left: 3, state: working() },
          ...Array.from({ length: 5 }, () => ({ left: 3, state: failure() })),
        ],
        { ms: 1_000 },
      ),
    ).toMatchObject({ left: 3, clock: 1_000 })
  })
})
