import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startRounds } from './rounds.ts'

/** Rounds that began; each lasts until it is resolved or rejected. */
let begun: { signal: AbortSignal; end: PromiseWithResolvers<void> }[]
let errors: unknown[]
let rounds: ReturnType<typeof startRounds>
beforeEach(() => {
  vi.useFakeTimers()
  ;[begun, errors] = [[], []]
})
afterEach(() => {
  vi.useRealTimers()
})
const start = (gatherMs?: number) => {
  rounds = startRounds({
    round: (signal) => {
      const end = Promise.withResolvers<void>()
      begun.push({ signal, end })
      return end.promise
    },
    pollMs: 1_000,
    ...(gatherMs === undefined ? {} : { gatherMs }),
    onError: (error) => errors.push(error),
  })
}
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const finish = async () => {
  begun.at(-1)?.end.resolve()
  await wait(0)
}

it('a round runs at each interval, and the first only after one', async () => {
  start()
  await wait(999)
  expect(begun).toHaveLength(0)
  await wait(1)
  expect(begun).toHaveLength(1)
  await finish()
  await wait(1_000)
  expect(begun).toHaveLength(2)
})

it('a wake starts a round at once, and never a second one beside it', async () => {
  start()
  rounds.wake()
  expect(begun).toHaveLength(1)
  rounds.wake()
  rounds.wake()
  await wait(5_000)
  expect(begun).toHaveLength(1)
  await finish()
  expect(begun, 'all that woke it meanwhile share one more round').toHaveLength(2)
  await finish()
  expect(begun).toHaveLength(2)
})

it('wakes that come close together share a round', async () => {
  start(50)
  rounds.wake()
  await wait(49)
  rounds.wake()
  expect(begun).toHaveLength(0)
  await wait(1)
  expect(begun).toHaveLength(1)
  rounds.wake()
  await finish()
  await wait(49)
  expect(begun).toHaveLength(1)
  await wait(1)
  expect(begun).toHaveLength(2)
  await finish()
  await wait(100)
  expect(begun).toHaveLength(2)
})

it('a round that fails is told, and the next one runs', async () => {
  start()
  rounds.wake()
  const broken = new Error('The database is away')
  begun[0]?.end.reject(broken)
  await wait(0)
  expect(errors).toEqual([broken])
  rounds.wake()
  expect(begun).toHaveLength(2)
})

it('stopping ends the waiting, tells the round and waits for it', async () => {
  start(50)
  rounds.wake()
  await wait(50)
  expect(begun[0]?.signal.aborted).toBe(false)
  rounds.wake()
  let isStopped = false
  const stopping = rounds.stop().then(() => (isStopped = true))
  await wait(2_000)
  expect([isStopped, begun[0]?.signal.aborted]).toEqual([false, true])
  await finish()
  await stopping
  rounds.wake()
  await wait(2_000)
  expect([begun.length, vi.getTimerCount()]).toEqual([1, 0])
})

it('a wake that still gathers when the rounds stop starts none', async () => {
  start(50)
  rounds.wake()
  await rounds.stop()
  await wait(2_000)
  expect([begun.length, vi.getTimerCount()]).toEqual([0, 0])
})
