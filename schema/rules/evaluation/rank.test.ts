import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareRanks, rankBetween, ranksBetween } from './rank.ts'

const isSorted = (ranks: readonly string[]): boolean =>
  ranks.every((rank, i) => i === 0 || (ranks[i - 1] ?? '') < rank)

test('[RK1] a rank lies strictly between its neighbours, wherever rows are inserted', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000), { maxLength: 300 }), (places) => {
      const ranks: string[] = []
      for (const place of places) {
        const at = place % (ranks.length + 1)
        ranks.splice(at, 0, rankBetween(ranks[at - 1] ?? null, ranks[at] ?? null))
      }
      expect(isSorted(ranks)).toBe(true)
    }),
  )
})

test('[RK1] rows put in front a thousand times stay sorted', () => {
  const ranks = ['000001']
  for (let i = 0; i < 1_000; i++) ranks.unshift(rankBetween(null, ranks[0] ?? null))
  expect(isSorted(ranks)).toBe(true)
})

test('[RK2] appending 10,000 rows never makes a rank longer', () => {
  const ranks = ranksBetween(null, null, 10_000)
  expect(isSorted(ranks)).toBe(true)
  expect(new Set(ranks.map((rank) => rank.length))).toEqual(new Set([6]))
})

test('[RK2] rows behind the last whole number still have ranks in order', () => {
  const ranks = ranksBetween('zzzzzz', null, 50)
  expect(isSorted(['zzzzzz', ...ranks])).toBe(true)
})

test('[RK3] many ranks fit between any two', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300 }), fc.boolean(), (count, isTight) => {
      const before = isTight ? 'V00000' : null
      const after = isTight ? 'V00001' : 'V00000'
      const ranks = ranksBetween(before, after, count)
      expect(ranks).toHaveLength(count)
      expect(isSorted([...(before === null ? [] : [before]), ...ranks, after])).toBe(true)
      expect(Math.max(0, ...ranks.map((rank) => rank.length))).toBeLessThan(12)
    }),
  )
})

test('[RK3] many ranks fit between neighbours of any history', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(1_000), { minLength: 1, maxLength: 100 }),
      fc.nat(),
      (places, pick) => {
        const held: string[] = []
        for (const place of places) {
          const at = place % (held.length + 1)
          held.splice(at, 0, rankBetween(held[at - 1] ?? null, held[at] ?? null))
        }
        const at = pick % (held.length + 1)
        const [before, after] = [held[at - 1] ?? null, held[at] ?? null]
        const ranks = ranksBetween(before, after, 100)
        expect(ranks).toHaveLength(100)
        expect(isSorted([...held.slice(0, at), ...ranks, ...held.slice(at)])).toBe(true)
        const longest = Math.max(6, before?.length ?? 0, after?.length ?? 0)
        expect(Math.max(...ranks.map((rank) => rank.length))).toBeLessThan(longest + 6)
      },
    ),
  )
})

test('[RK4] a row inserted between two rows with the same rank follows both', () => {
  expect(rankBetween('V00000', 'V00000') > 'V00000').toBe(true)
  expect(rankBetween('V00002', 'V00001') > 'V00002').toBe(true)
  expect(rankBetween(null, '000000') > '000000').toBe(true)
})

test('[RK5] rows sort by rank, then by id', () => {
  const rows = [
    { id: 'b', rank: 'V2' },
    { id: 'c', rank: 'V1' },
    { id: 'a', rank: 'V2' },
    { id: 'a', rank: 'V2' },
  ]
  expect(rows.toSorted(compareRanks).map(({ id }) => id)).toEqual(['c', 'a', 'a', 'b'])
})
