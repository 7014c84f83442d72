import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  LOG_KIND_NAMES,
  LOG_KINDS,
  type LogAudience,
  type LogKind,
  type LogReaders,
} from '../../tables/log-kinds.ts'
import { canonicalJson, type Json } from '../answers/canonical-json.ts'
import {
  type Chain,
  type ChainEntry,
  entryText,
  FIRST_PREV,
  isLogKind,
  type OpenEntry,
  parseDetail,
  receiptsContent,
  verifyChain,
} from './project-log.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const chain: Chain = { projectId: 'p', audience: 'team' }

const buildEntries = (details: readonly Json[]): OpenEntry[] => {
  let prev = FIRST_PREV
  return details.map((detail, index) => {
    const entry = {
      serial: index + 1,
      at: 1_000 + index,
      actorId: index === 0 ? null : 7,
      kind: 'moved',
      detail,
      salt: `salt${index}`,
    }
    prev = sha256(entryText(chain, entry, prev))
    return { ...entry, hash: prev }
  })
}
const entries = buildEntries([{}, { from: 'A', to: 'B' }, { list: [1, 2] }, { text: 'ž "so"' }])
const last = { serial: 4, hash: entries[3]?.hash ?? '' }
const verify = (of: readonly ChainEntry[], head = last) => verifyChain(chain, of, { sha256, head })
const changed = (serial: number, change: Partial<OpenEntry>): OpenEntry[] =>
  entries.map((entry) => (entry.serial === serial ? { ...entry, ...change } : entry))

test('[PL1] equal values have equal canonical texts, whatever the order of their keys', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'é\n' }], a: 1.5 })).toBe(
    '{"a":1.5,"b":[1,{"c":"é\\n","d":null}]}',
  )
  expect(canonicalJson({ a: 1, b: 2 })).toBe(canonicalJson({ b: 2, a: 1 }))
})

test('[PL2] the hash of an entry is that of a documented text', () => {
  expect(
    entryText(
      chain,
      entries[0] ?? { serial: 0, at: 0, actorId: 0, kind: '', detail: {}, salt: '' },
      FIRST_PREV,
    ),
  ).toBe(`["p","team",1,1000,null,"moved",{},"salt0","${'0'.repeat(64)}"]`)
  expect(
    receiptsContent([
      { requirementId: 'r2', contentHash: 'bb' },
      { requirementId: 'r1', contentHash: 'aa' },
    ]),
  ).toBe('r1 aa\nr2 bb\n')
})

test('[PL3] an unaltered chain verifies, with and without hidden entries', async () => {
  expect(await verify(entries)).toBeNull()
  expect(
    await verify(
      entries.map((entry) =>
        entry.serial % 2 === 0 ? { serial: entry.serial, hash: entry.hash } : entry,
      ),
    ),
  ).toBeNull()
  expect(await verifyChain(chain, [], { sha256 })).toBeNull()
})

test('[PL4] a changed, missing, swapped or inserted entry is found at its place', async () => {
  const at = (serial: number): OpenEntry[] => entries.slice(serial - 1, serial)
  expect(await verify(changed(2, { detail: { from: 'A', to: 'C' } }))).toEqual({
    serial: 2,
    problem: 'content',
  })
  expect(await verify(changed(3, { at: 1 }))).toEqual({ serial: 3, problem: 'content' })
  expect(await verify(changed(3, { actorId: 8 }))).toEqual({ serial: 3, problem: 'content' })
  expect(await verify(changed(4, { kind: 'published' }))).toEqual({ serial: 4, problem: 'content' })
  expect(await verify(changed(1, { salt: 'salt' }))).toEqual({ serial: 1, problem: 'content' })
  expect(await verify(changed(2, { hash: '0'.repeat(64) }))).toEqual({
    serial: 2,
    problem: 'content',
  })
  const hidden = entries.map(({ serial, hash }) => ({ serial, hash }))
  const forged = { serial: 2, hash: '0'.repeat(64) }
  expect(await verify([...hidden.slice(0, 1), forged, ...entries.slice(2)])).toEqual({
    serial: 3,
    problem: 'content',
  })
  expect(await verify([...at(1), ...at(3), ...at(4)])).toEqual({ serial: 2, problem: 'missing' })
  expect(
    await verify([
      ...at(1),
      ...at(3).map((entry) => ({ ...entry, serial: 2 })),
      ...at(2).map((entry) => ({ ...entry, serial: 3 })),
      ...at(4),
    ]),
  ).toEqual({ serial: 2, problem: 'content' })
  expect(await verify([...at(1), ...at(1), ...at(2)])).toEqual({ serial: 2, problem: 'missing' })
  expect(await verifyChain({ ...chain, audience: 'v3' }, entries, { sha256 })).toEqual({
    serial: 1,
    problem: 'content',
  })
})

test('[PL5] a missing or overwritten end is found against a head kept elsewhere', async () => {
  expect(await verify(entries.slice(0, 3))).toEqual({ serial: 4, problem: 'head' })
  const details = entries.map(({ detail }) => detail)
  const other = buildEntries([...details.slice(0, 3), { text: 'overwritten' }])
  expect(other.slice(0, 3)).toEqual(entries.slice(0, 3))
  expect(await verifyChain(chain, other, { sha256 }), 'the chain alone does not tell').toBeNull()
  expect(await verifyChain(chain, entries, { sha256, head: { serial: 2, hash: 'x' } })).toEqual({
    serial: 2,
    problem: 'head',
  })
  expect(await verify(other)).toEqual({ serial: 4, problem: 'head' })
  expect(await verify([])).toEqual({ serial: 1, problem: 'head' })
})

test('[PL6] every kind is known by its name and no other is', () => {
  expect(LOG_KIND_NAMES.every(isLogKind)).toBe(true)
  expect(isLogKind('toString')).toBe(false)
})

/** Written by hand: the kinds beside those of the team's chain that all of the team read. */
const CHAINS: Partial<Record<LogKind, LogAudience>> = {
  ...{ moved: 'vendors', published: 'vendors', republished: 'vendors', opened: 'vendors' },
  ...{ deadlineSet: 'vendors', deadlineExtended: 'vendors', weightsPublished: 'vendors' },
  receipt: 'vendor',
}
const READERS: Partial<Record<LogKind, LogReaders>> = {
  ...{ overrideSet: 'evaluators', overrideRemoved: 'evaluators', receipt: 'evaluators' },
  ...{ memberAdded: 'managers', memberRemoved: 'managers', rolesSet: 'managers' },
  ...{ restrictionsSet: 'managers', readRefused: 'managers' },
}
test.each(LOG_KIND_NAMES)('[PL6] %s goes to its chains, readers and detail', (kind) => {
  const { audience, readers } = LOG_KINDS[kind]
  expect([audience, readers]).toEqual([CHAINS[kind] ?? 'team', READERS[kind] ?? 'team'])
  expect(() => parseDetail(kind, { surprise: 1 })).toThrow()
})

test('[PL6] a detail is that of its kind', () => {
  const moved = { from: 'PUBLISHED', to: 'VALIDATION', by: 'system' }
  expect(parseDetail('moved', moved)).toEqual(moved)
  for (const [kind, detail] of [
    ['moved', { ...moved, by: 'accident' }],
    ['moved', { from: 'PUBLISHED', to: 'VALIDATION' }],
    ['memberAdded', moved],
    ['begun', moved],
  ] as const)
    expect(() => parseDetail(kind, detail)).toThrow()
})
