import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ENTITIES, type Entity, type Row } from '../../entities/rows.ts'
import {
  BucketDigest,
  contentVersion,
  coveredBy,
  coveredIn,
  EMPTY_DIGEST,
  versionOf,
} from './bucket-digest.ts'

interface Held {
  entity: Entity
  id: string
  updatedOn: number
}
const digestOf = (rows: readonly Held[]): string => {
  const digest = new BucketDigest('version')
  for (const { entity, id, updatedOn } of rows) digest.add(entity, id, updatedOn)
  return digest.text
}
const row = fc.record({
  entity: fc.constantFrom(...ENTITIES),
  id: fc.uuid(),
  updatedOn: fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }),
})
const rows = fc.uniqueArray(row, { selector: ({ entity, id }) => `${entity}/${id}`, minLength: 1 })

test('[DG1] the order of the rows does not matter', () => {
  fc.assert(
    fc.property(rows, fc.func(fc.integer()), (held, rank) => {
      const shuffled = held.toSorted((a, b) => rank(a.id) - rank(b.id))
      expect(digestOf(shuffled)).toBe(digestOf(held))
      expect(digestOf(held.toReversed())).toBe(digestOf(held))
    }),
  )
})

test('[DG2] a missing row, an extra row or another version of a row changes the digest', () => {
  fc.assert(
    fc.property(rows, row, fc.nat(), fc.integer({ min: 1, max: 5 }), (held, other, at, by) => {
      const place = at % held.length
      const digest = digestOf(held)
      expect(digestOf(held.toSpliced(place, 1))).not.toBe(digest)
      expect(digestOf([...held, other])).not.toBe(digest)
      const older = held.map((one, n) =>
        n === place ? { ...one, updatedOn: one.updatedOn - by } : one,
      )
      expect(digestOf(older)).not.toBe(digest)
    }),
  )
})

test('[DG2] versions that change places between two rows are noticed', () => {
  const [a, b] = [
    { entity: 'requirement', id: 'a' },
    { entity: 'requirement', id: 'b' },
  ] as const
  expect(
    digestOf([
      { ...a, updatedOn: 1 },
      { ...b, updatedOn: 2 },
    ]),
  ).not.toBe(
    digestOf([
      { ...a, updatedOn: 2 },
      { ...b, updatedOn: 1 },
    ]),
  )
})

test('[DG2] of 100,000 neighbouring versions no two have the same digest', () => {
  const texts = Array.from({ length: 100_000 }, (_, n) =>
    digestOf([
      {
        entity: 'commitment',
        id: `r${n % 100}.7`,
        updatedOn: 1_800_000_000_000 + Math.floor(n / 100),
      },
    ]),
  )
  expect(new Set(texts).size).toBe(texts.length)
})

test('[DG1] a bucket without rows has a digest too', () => {
  expect(digestOf([])).toBe(EMPTY_DIGEST)
  expect(EMPTY_DIGEST).toBe('0-0000000000000000')
})

test('[DG8] where rows hide their version, the digest covers their content', () => {
  const of = (name: string) => ({ id: 'r1', name, updatedOn: 0 }) as Row
  expect(versionOf(of('a'), 'version')).toBe(versionOf(of('b'), 'version'))
  expect(versionOf(of('a'), 'content')).not.toBe(versionOf(of('b'), 'content'))
  expect(['*:pub', 'p1:pub', '*:qa'].map(coveredIn)).toEqual(['content', 'content', 'content'])
  for (const bucket of ['p1:int', '*:talk', '*:over', 'p1:v7', 'p1:w7', '*:q7', 'pub:int'])
    expect(coveredIn(bucket), bucket).toBe('version')
})

test('[DG8] the server sees from a digest what it covers', () => {
  const [content, version] = [new BucketDigest('content').text, new BucketDigest('version').text]
  expect([coveredBy('p1:pub', content), coveredBy('p1:pub', version)]).toEqual([
    'content',
    'version',
  ])
  expect(coveredBy('p1:int', content)).toBe('version')
})

test('[DG8] of 100,000 contents with one character changed no two have the same version', () => {
  const contents = Array.from({ length: 100_000 }, (_, n) => `{"name":"${n}","rank":"V00004"}`)
  const versions = new Set(contents.map(contentVersion))
  expect(versions.size).toBe(contents.length)
  expect([...versions].every(Number.isSafeInteger)).toBe(true)
})
