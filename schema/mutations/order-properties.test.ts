import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FIELD_LIMITS } from '../entities/field-limits.ts'
import { compareRanks, rankBetween } from '../rules/evaluation/rank.ts'
import { buildTx, type MemoryTx, runCommand } from '../../tests/support/memory-tx.ts'
import {
  buildDocument,
  buildOwner,
  buildPackage,
  buildProject,
  buildRelease,
  buildRequirement,
  buildRows,
  buildSection,
  PROJECT_ID,
} from '../../tests/support/project-rows.ts'
import { inOrder, type Ranked } from './siblings.ts'

const SECTIONS = ['s1', 's2', 's3']
const IDS = Array.from({ length: 12 }, (_, i) => `r${i}`)
const projectId = PROJECT_ID

interface Move {
  ids: string[]
  sectionId: string
  after: string | null
}
/**
 * Moves of several people. Each is based on an order that is outdated when it reaches the server.
 */
const moves: fc.Arbitrary<Move[]> = fc.array(
  fc.record({
    ids: fc.uniqueArray(fc.constantFrom(...IDS), { minLength: 1, maxLength: 5 }),
    sectionId: fc.constantFrom(...SECTIONS),
    after: fc.option(fc.constantFrom(...IDS, 'gone')),
  }),
  { minLength: 1, maxLength: 30 },
)
/** Ranks that devices may have chosen offline, equal ones included. */
const startRanks = fc.array(
  fc.constantFrom('V00000', 'V00001', 'V00020', 'V00020V', 'zzzzzz', '000000'),
  { minLength: IDS.length, maxLength: IDS.length },
)

const projectOf = (ranks: readonly string[]): MemoryTx =>
  buildTx({
    actor: buildOwner(),
    rows: {
      project: [buildProject()],
      package: [buildPackage()],
      document: [buildDocument()],
      section: SECTIONS.map((id) => buildSection({ id })),
      requirement: IDS.map((id, i) =>
        buildRequirement({
          id,
          fullId: `FUN-${i}`,
          sectionId: SECTIONS[i % SECTIONS.length] ?? 's1',
          rank: ranks[i] ?? 'V00000',
        }),
      ),
    },
  })
const orderOf = (memory: MemoryTx, sectionId: string): string[] =>
  inOrder(memory.rows('requirement').filter((row) => row.sectionId === sectionId)).map(
    ({ id }) => id,
  )

test('[RQ20] concurrent moves in any order lose and duplicate no row and give one order', async () => {
  await fc.assert(
    fc.asyncProperty(moves, startRanks, fc.infiniteStream(fc.nat()), async (list, ranks, picks) => {
      const waiting = [...list]
      const memory = projectOf(ranks)
      for (const pick of picks) {
        const [move] = waiting.splice(pick % waiting.length, 1)
        if (move === undefined) break
        await runCommand(memory, 'requirements.move', { projectId, ...move })
        if (waiting.length === 0) break
      }
      const rows = memory.rows('requirement')
      expect(rows.map(({ id }) => id).toSorted()).toEqual([...IDS].toSorted())
      expect(SECTIONS.flatMap((id) => orderOf(memory, id)).toSorted()).toEqual([...IDS].toSorted())
      for (const a of rows)
        for (const b of rows)
          expect(Math.sign(compareRanks(a, b))).toBe(
            a.id === b.id ? 0 : -Math.sign(compareRanks(b, a)),
          )
    }),
    { numRuns: 150 },
  )
})

test('[RQ21] moved rows stay together, in the requested order, directly behind their place; other rows keep their order', async () => {
  await fc.assert(
    fc.asyncProperty(moves, async (list) => {
      const memory = projectOf(IDS.map((_, i) => `V000${10 + i}`))
      for (const move of list) {
        const before = orderOf(memory, move.sectionId)
        await runCommand(memory, 'requirements.move', { projectId, ...move })
        const after = orderOf(memory, move.sectionId)
        const others = before.filter((id) => !move.ids.includes(id))
        expect(after.filter((id) => !move.ids.includes(id))).toEqual(others)
        const at = after.indexOf(move.ids[0] ?? '')
        expect(after.slice(at, at + move.ids.length)).toEqual(move.ids)
        // If `after` moves along or is gone, the place is behind the nearest preceding row that
        // stays, or at the end.
        const place = move.after === null ? -1 : before.indexOf(move.after)
        const stays =
          move.after === null
            ? undefined
            : (place < 0 ? before : before.slice(0, place + 1)).findLast(
                (id) => !move.ids.includes(id),
              )
        expect(after[at - 1]).toBe(stays)
        expect(
          new Set(
            memory
              .rows('requirement')
              .filter((row) => row.sectionId === move.sectionId)
              .map(({ rank }) => rank),
          ).size,
        ).toBe(after.length)
      }
    }),
    { numRuns: 150 },
  )
})

const ROWS = Array.from({ length: 8 }, (_, i) => ({
  id: `x${i}`,
  rank: i < 4 ? 'V00000' : `V0000${i}`,
}))
/** Siblings of one kind, some with equal ranks, beside a row of another parent. */
const SIBLINGS = {
  'packages.move': { package: ROWS.map((row) => buildPackage(row)) },
  'documents.move': {
    document: [...ROWS, { id: 'other', packageId: 'p2', rank: 'V00003' }].map((row) =>
      buildDocument({ prefix: row.id.toUpperCase(), ...row }),
    ),
  },
  'sections.move': {
    section: [...ROWS, { id: 'other', documentId: 'd2', rank: 'V00003' }].map((row) =>
      buildSection(row),
    ),
  },
  'releases.move': {
    release: ROWS.map((row, number) => buildRelease({ ...row, number, version: row.id })),
  },
} as const
const steps = fc.array(fc.tuple(fc.nat(7), fc.option(fc.nat(7))), { maxLength: 30 })

test.each(Object.keys(SIBLINGS) as (keyof typeof SIBLINGS)[])(
  '[RQ22] rows moved one at a time by %s are neither lost nor duplicated',
  async (command) => {
    const rows = SIBLINGS[command]
    const [entity] = Object.keys(rows) as ('package' | 'document' | 'section' | 'release')[]
    const moveAll = async (list: [number, number | null][]): Promise<void> => {
      const memory = buildTx({ actor: buildOwner(), rows: buildRows(rows) })
      const siblings = (): Ranked[] =>
        inOrder(memory.rows(entity ?? 'package').filter(({ id }) => id !== 'other'))
      const other = memory.rows(entity ?? 'package').filter(({ id }) => id === 'other')
      for (const [from, to] of list) {
        const id = `x${from}`
        const after = to === null ? null : `x${to}`
        const others = siblings().filter((row) => row.id !== id)
        await runCommand(memory, command, { projectId, id, after })
        expect(
          siblings()
            .map((row) => row.id)
            .toSorted(),
        ).toEqual(ROWS.map((row) => row.id))
        expect(siblings().filter((row) => row.id !== id)).toEqual(others)
        // Two devices may have chosen the same rank: the row goes behind all rows with the rank of
        // the place, and before the rest.
        const place = others.find((row) => row.id === after)?.rank
        const at = siblings().findIndex((row) => row.id === id)
        if (to === null) expect(at).toBe(0)
        else if (place !== undefined)
          expect(at).toBe(others.filter((row) => row.rank <= place).length)
      }
      expect(memory.rows(entity ?? 'package').filter(({ id }) => id === 'other')).toEqual(other)
    }
    await fc.assert(fc.asyncProperty(steps, moveAll), { numRuns: 40 })
  },
)

test('[RQ23] ranks stay storable after 2,000 insertions at the same place, at the front and at the end', () => {
  const extremes: Record<string, (last: string) => string> = {
    'always behind the same row': (last) => rankBetween('V00000', last),
    'always before the same row': (last) => rankBetween(last, 'V00001'),
    'always in front': (last) => rankBetween(null, last),
    'always at the end': (last) => rankBetween(last, null),
  }
  for (const next of Object.values(extremes)) {
    let last = rankBetween('V00000', 'V00001')
    const seen = new Set<string>()
    for (let i = 0; i < 2_000; i++) seen.add((last = next(last)))
    expect(seen.size).toBe(2_000)
    expect(last.length).toBeLessThanOrEqual(FIELD_LIMITS.rank)
  }
})
