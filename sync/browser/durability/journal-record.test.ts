import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { crc32, decodeRecords, encodeRecord, type JournalRecord } from './journal-record.ts'

const record = (rev: number): JournalRecord => ({
  rev,
  follows: 'client',
  writes: [
    { store: 'outbox', value: { mid: rev, label: 'Grüße – 你好', none: null } },
    { store: 'parked', key: 'one' },
    { store: 'undoStep', key: IDBKeyRange.bound(['scope', 1], ['scope', rev]) },
  ],
})
const joined = (...records: JournalRecord[]): Uint8Array => {
  const parts = records.map(encodeRecord)
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  parts.reduce((at, part) => {
    bytes.set(part, at)
    return at + part.length
  }, 0)
  return bytes
}
const revsOf = (bytes: Uint8Array): number[] => decodeRecords(bytes).map(({ rev }) => rev)

it('the checksum is the one of zip', () => {
  expect(crc32(new TextEncoder().encode('123456789')).toString(16)).toBe('cbf43926')
})

it('records come back as they were, ranges of keys too', () => {
  const [first, second] = decodeRecords(joined(record(7), record(8)))
  expect(first?.writes.slice(0, 2)).toEqual(record(7).writes.slice(0, 2))
  const range = second?.writes[2]
  expect(
    range !== undefined && 'key' in range && range.key instanceof IDBKeyRange
      ? [range.key.lower, range.key.upper]
      : null,
  ).toEqual([
    ['scope', 1],
    ['scope', 8],
  ])
})

it('a journal cut off at any byte has the records before the cut', () => {
  const bytes = joined(record(1), record(2), record(3))
  const ends = [record(1), record(2), record(3)].map(
    (_, n) => joined(...[1, 2, 3].slice(0, n + 1).map(record)).length,
  )
  for (let length = 0; length <= bytes.length; length += 1)
    expect(revsOf(bytes.slice(0, length))).toEqual(
      [1, 2, 3].filter((_, n) => (ends[n] ?? 0) <= length),
    )
})

it('a damaged byte ends it, wherever it is', () => {
  const bytes = joined(record(1), record(2))
  const firstEnd = joined(record(1)).length
  for (let at = 0; at < bytes.length; at += 1) {
    const damaged = bytes.slice()
    damaged[at] = (damaged[at] ?? 0) ^ 0x10
    expect(revsOf(damaged)).toEqual(at < firstEnd ? [] : [1])
  }
})

it('what stands behind from an earlier round is not taken for the continuation', () => {
  const old = joined(record(1), record(2), record(3))
  old.set(encodeRecord(record(9)))
  expect(revsOf(old)).toEqual([9])
})
