import { expect, test } from 'vitest'
import { runInTurns } from './run-in-turns.ts'

function* busyWork(turns: number, seen: number[]): Generator<void, string> {
  for (let turn = 0; turn < turns; turn += 1) {
    const end = performance.now() + 3
    while (performance.now() < end);
    seen.push(turn)
    yield
  }
  return 'done'
}

test('long work lets other tasks of the page run before it ends', async () => {
  const seen: number[] = []
  let seenByOther = -1
  const other = new Promise<void>((resolve) =>
    setTimeout(() => {
      seenByOther = seen.length
      resolve()
    }, 0),
  )
  expect(await runInTurns(busyWork(12, seen), new AbortController().signal)).toBe('done')
  await other
  expect(seenByOther).toBeGreaterThan(0)
  expect(seenByOther).toBeLessThan(12)
})

test('work that is not wanted any more stops at its next turn', async () => {
  const seen: number[] = []
  const wanted = new AbortController()
  const result = runInTurns(busyWork(50, seen), wanted.signal)
  wanted.abort()
  expect(await result).toBeNull()
  expect(seen.length).toBeLessThan(50)
})

test('an error of the work reaches the caller', async () => {
  // oxlint-disable-next-line require-yield
  function* failing(): Generator<void, string> {
    throw new Error('broken')
  }
  await expect(runInTurns(failing(), new AbortController().signal)).rejects.toThrow('broken')
})
