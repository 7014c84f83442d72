import { expect, test } from 'vitest'
import { BLOCK, END_BYTES, paddingOf, parseTarHeader, tarHeader } from './tar-header.ts'

const WRITTEN_ON = 1_900_000_000
const MOST_OCTAL = 0o77777777777
const ENTRY = { name: 'tables/users.jsonl.gz', bytes: 1_234, writtenOn: WRITTEN_ON }
/** The text of a field up to its first zero. */
const field = (header: Buffer, from: number, length: number): string =>
  header.toString('latin1', from, from + length).split('\0', 1)[0] ?? ''

test('[BU10] contents are filled up to blocks of 512 bytes, and two of them end the file', () => {
  expect([BLOCK, END_BYTES]).toEqual([512, 1_024])
  expect([0, 1, 511, 512, 513, 1_024].map(paddingOf)).toEqual([0, 511, 1, 0, 511, 0])
})

test('[BU10] a header is that of a file of mode 0600 of the user 0, as ustar describes it', () => {
  const header = tarHeader(ENTRY)
  expect(header.length).toBe(BLOCK)
  expect(
    [
      [0, 100],
      [100, 8],
      [108, 8],
      [116, 8],
      [124, 12],
      [136, 12],
      [157, 100],
      [257, 6],
    ].map(([from = 0, length = 0]) => field(header, from, length)),
  ).toEqual([
    'tables/users.jsonl.gz',
    '0000600',
    '0000000',
    '0000000',
    '00000002322',
    WRITTEN_ON.toString(8).padStart(11, '0'),
    '',
    'ustar',
  ])
  expect(header.toString('latin1', 156, 157)).toBe('0')
  expect(header.toString('latin1', 263, 265)).toBe('00')
  // The sum of all bytes, with spaces in place of the sum itself.
  const sum = [...header.subarray(0, 148), ...header.subarray(156)].reduce((a, b) => a + b, 8 * 32)
  expect(header.toString('latin1', 148, 156)).toBe(`${sum.toString(8).padStart(6, '0')}\0 `)
})

test('[BU10] sizes of 8 GiB and more are binary', () => {
  const most = tarHeader({ ...ENTRY, bytes: MOST_OCTAL })
  expect(field(most, 124, 12)).toBe('77777777777')
  const more = tarHeader({ ...ENTRY, bytes: MOST_OCTAL + 1 })
  expect([...more.subarray(124, 136)]).toEqual([0x80, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0])
})

test('[BU10] a name has at most 99 bytes, all of one byte each', () => {
  expect(field(tarHeader({ ...ENTRY, name: 'n'.repeat(99) }), 0, 100)).toBe('n'.repeat(99))
  for (const name of ['n'.repeat(100), 'n'.repeat(101), 'ä'])
    expect(() => tarHeader({ ...ENTRY, name })).toThrow(`${name} is no name of an entry`)
})

test.each([
  ENTRY,
  { ...ENTRY, name: 'n', bytes: 0, writtenOn: 0 },
  { ...ENTRY, name: 'n'.repeat(99), bytes: MOST_OCTAL },
  { ...ENTRY, bytes: MOST_OCTAL + 1 },
  { ...ENTRY, bytes: Number.MAX_SAFE_INTEGER },
])('[BU5] a header is read back as it was written: %o', (entry) => {
  expect(parseTarHeader(tarHeader(entry))).toEqual(entry)
})

test('[BU5] a header with one changed byte is refused, wherever the byte is', () => {
  for (const entry of [ENTRY, { ...ENTRY, bytes: MOST_OCTAL + 1 }]) {
    const accepted: number[] = []
    for (let at = 0; at < BLOCK; at += 1) {
      const header = tarHeader(entry)
      header[at] = (header[at] ?? 0) ^ 1
      if (parseTarHeader(header) !== null) accepted.push(at)
    }
    expect(accepted).toEqual([])
  }
})

test('[BU5] a header without a name, of a name that has no end, or of numbers that are none is refused', () => {
  const spoiled = (spoil: (header: Buffer) => unknown): Buffer => {
    const header = tarHeader(ENTRY)
    spoil(header)
    return header
  }
  for (const header of [
    Buffer.alloc(BLOCK),
    Buffer.alloc(BLOCK, 'n'),
    spoiled((one) => one.fill('n', 0, 100)),
    spoiled((one) => one.fill(0, 0, 100)),
    spoiled((one) => one.fill('x', 124, 135)),
    spoiled((one) => one.fill('x', 136, 147)),
    // More bytes than a whole number can count.
    spoiled((one) => one.fill(0xff, 125, 136).writeUInt8(0x80, 124)),
  ])
    expect(parseTarHeader(header)).toBe(null)
})
