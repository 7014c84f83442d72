import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { gather } from '../../tests/support/gather.ts'
import { readZipEntries, readZipEntry } from '../archive/zip-reader.ts'
import { TextPieces, ZipWriter } from './zip-writer.ts'

const PIECE = 65_536
const collect = () => {
  const pieces: Uint8Array[] = []
  const sink = { write: async (bytes: Uint8Array) => void pieces.push(Uint8Array.from(bytes)) }
  return { pieces, sink, whole: () => Buffer.concat(pieces) }
}
/** The entries as the reader of archives takes them, which checks every size and sum. */
const readBack = async (bytes: Uint8Array): Promise<[string, Buffer][]> => {
  const folder = await mkdtemp(join(tmpdir(), 'tenderbook-zip-'))
  await writeFile(join(folder, 'a'), bytes)
  const file = await open(join(folder, 'a'))
  try {
    const found: [string, Buffer][] = []
    for (const entry of await readZipEntries(file))
      found.push([entry.name, Buffer.concat(await gather(readZipEntry(file, entry)))])
    return found
  } finally {
    await file.close()
    await rm(folder, { recursive: true })
  }
}
/** What the list at the end of a ZIP says of its entries. */
const listedIn = (bytes: Buffer) => {
  const listed = []
  for (
    let at = bytes.indexOf('PK\u0001\u0002');
    at >= 0;
    at = bytes.indexOf('PK\u0001\u0002', at + 4)
  )
    listed.push({
      method: bytes.readUInt16LE(at + 10),
      date: bytes.readUInt16LE(at + 14),
      crc: bytes.readUInt32LE(at + 16),
      size: bytes.readUInt32LE(at + 24),
    })
  return listed
}

describe('texts', () => {
  it('are handed on in pieces, in their order and none twice', async () => {
    const { pieces, sink } = collect()
    const texts = new TextPieces((bytes) => sink.write(bytes))
    await texts.flush()
    await texts.add('')
    await texts.add('ä')
    await texts.add('b'.repeat(PIECE - 2))
    expect(pieces).toEqual([])
    await texts.add('c')
    expect(pieces.map(({ length }) => length)).toEqual([PIECE + 1])
    await texts.add('d')
    await texts.flush()
    await texts.flush()
    await texts.add('e'.repeat(PIECE + 1))
    expect(Buffer.concat(pieces).toString()).toBe(
      `ä${'b'.repeat(PIECE - 2)}cd${'e'.repeat(PIECE + 1)}`,
    )
    expect(pieces.slice(1).map(({ length }) => length)).toEqual([1, PIECE + 1])
  })
})

describe('a ZIP', () => {
  const BYTES = randomBytes(100_000)

  it('has its entries in their order, each with its content, its size and its sum', async () => {
    const { sink, whole } = collect()
    const zip = new ZipWriter(sink)
    const first = await zip.entry('first.txt')
    await first.add('one, ')
    await first.add('two')
    await zip.entry('empty.txt')
    await zip.bytes('bytes', async (push) => {
      await push(BYTES.subarray(0, 30_000))
      await push(BYTES.subarray(30_000))
    })
    await (await zip.entry('last.txt')).add('x'.repeat(2 * PIECE))
    await zip.end()
    const contents = [Buffer.from('one, two'), Buffer.alloc(0), BYTES, Buffer.alloc(2 * PIECE, 'x')]
    const names = ['first.txt', 'empty.txt', 'bytes', 'last.txt']
    expect(Object.keys(unzipSync(whole()))).toEqual(names)
    const found = await readBack(whole())
    expect(found.map(([name]) => name)).toEqual(names)
    expect(found.map(([, content], at) => content.equals(contents[at] ?? content.fill(1)))).toEqual(
      [true, true, true, true],
    )
    expect(listedIn(whole())).toMatchObject(
      contents.map((content) => ({ method: 8, crc: crc32(content), size: content.length })),
    )
  })

  it('is handed on while it is written', async () => {
    const { pieces, sink } = collect()
    const zip = new ZipWriter(sink)
    await zip.bytes('bytes', async (push) => {
      await push(BYTES)
      expect(Buffer.concat(pieces).length).toBeGreaterThan(0)
    })
    const length = (): number => Buffer.concat(pieces).length
    expect(length()).toBeGreaterThan(BYTES.length)
    const text = await zip.entry('text')
    await text.add(BYTES.toString('hex'))
    await zip.entry('next')
    expect(length()).toBeGreaterThan(2 * BYTES.length)
  })

  it('without times has equal bytes whenever it is written', async () => {
    const write = async (hasTimes?: boolean): Promise<Buffer> => {
      const { sink, whole } = collect()
      const zip = new ZipWriter(sink, hasTimes === undefined ? {} : { hasTimes })
      await (await zip.entry('a')).add('a')
      await zip.bytes('b', (push) => push(BYTES.subarray(0, 10)))
      await zip.end()
      return whole()
    }
    // The date of the format: years since 1980, months, days.
    const dateOf = (year: number, month: number, day: number): number =>
      ((year - 1980) << 9) | (month << 5) | day
    expect(listedIn(await write(false)).map(({ date }) => date)).toEqual([
      ...[dateOf(1980, 1, 1), dateOf(1980, 1, 1)],
    ])
    const recent = dateOf(2020, 1, 1)
    for (const hasTimes of [undefined, true])
      for (const { date } of listedIn(await write(hasTimes))) expect(date).toBeGreaterThan(recent)
  })

  it('fails with its sink', async () => {
    const full = new Error('The disk is full')
    const sink = { write: () => Promise.reject(full) }
    const zip = new ZipWriter(sink)
    await expect(zip.bytes('bytes', (push) => push(BYTES))).rejects.toBe(full)
    const other = new ZipWriter(sink)
    const text = await other.entry('text')
    await text.add('x')
    await expect(other.end()).rejects.toBe(full)
  })

  it('fails where an entry has a name that the format cannot hold', async () => {
    const zip = new ZipWriter(collect().sink)
    await expect(zip.bytes('n'.repeat(70_000), (push) => push(BYTES))).rejects.toThrow()
  })
})
