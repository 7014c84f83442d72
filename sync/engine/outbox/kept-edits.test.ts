import { expect, it } from 'vitest'
import { createMemoryStorage } from '../memory-storage.ts'
import { keepDecided, SETTLED, takeLost } from './kept-edits.ts'

const DAY_MS = 86_400_000
const entry = (mid: number, args: unknown = { mid }) => ({
  ...{ mid, writer: 'w', projectId: 'p', command: 'x', args, base: { b: 1 } },
  ...{ clientAt: 0, label: '', touched: ['section/s1'], poison: null },
})

interface Edits {
  count: number
  now: number
  args?: unknown
}
const open = () => {
  const storage = createMemoryStorage('client')
  let mid = 0
  const keep = ({ count, now, args }: Edits) =>
    storage.transaction('apply', async (tx) => {
      const meta = { ...(await tx.meta()) }
      for (let n = 0; n < count; n += 1) {
        const one = entry((mid += 1), args)
        await keepDecided(tx, meta, { entry: one, status: 'applied', parkedId: null, now })
      }
      tx.putMeta(meta)
    })
  const numbers = (): number[] => [...storage.state().kept.keys()].toSorted((a, b) => a - b)
  return { storage, keep, numbers }
}

it('[EG28] keeps thirty days and ten thousand edits at least', async () => {
  const { keep, numbers } = open()
  await keep({ count: 3, now: 0 })
  await keep({ count: 10_000, now: 30 * DAY_MS })
  expect(numbers().slice(0, 1)).toEqual([1])
  await keep({ count: 1, now: 30 * DAY_MS + 1 })
  expect([numbers().at(0), numbers().length]).toEqual([4, 10_001])
  await keep({ count: 1, now: 90 * DAY_MS })
  expect(numbers().length).toBe(10_000)
})

it('[EG28] keeps no more than its bytes', async () => {
  const { storage, keep, numbers } = open()
  const args = { text: 'x'.repeat(900_000) }
  await keep({ count: 40, now: 0, args })
  const { kept } = storage.state().meta
  expect(kept?.bytes).toBeLessThanOrEqual(32 * 1024 * 1024)
  expect([numbers().length, numbers().at(-1)]).toEqual([37, 40])
  const sum = [...storage.state().kept.values()].reduce((total, { bytes }) => total + bytes, 0)
  expect(kept?.bytes).toBe(sum)
})

it('keeps of a refused edit only its number, and takes out what the server lost', async () => {
  const { storage, keep } = open()
  await keep({ count: 2, now: 0 })
  await storage.transaction('apply', async (tx) => {
    const meta = { ...(await tx.meta()) }
    await keepDecided(tx, meta, { entry: entry(3), status: 'refused', parkedId: 'x', now: 0 })
    tx.putMeta(meta)
  })
  const lost = await storage.transaction('apply', async (tx) => {
    const meta = { ...(await tx.meta()) }
    const taken = await takeLost(tx, meta, { client: 1 })
    tx.putMeta(meta)
    return [...taken, ...(await takeLost(tx, meta, { other: 0 }))]
  })
  expect(lost.map(({ entry: { mid, args, poison } }) => [mid, args, poison])).toEqual([
    [2, { mid: 2 }, null],
    [3, {}, SETTLED],
  ])
  expect([...storage.state().kept.values()].map(({ entry: { mid } }) => mid)).toEqual([1])
})
