import { describe, expect, it } from 'vitest'
import { importProblemOf } from '../../../tests/support/import-problem.ts'
import { readCompound } from './parse-compound.ts'

const END = 0xfffffffe
const FREE = 0xffffffff
const [STORAGE, STREAM, ROOT] = [1, 2, 5]

interface DirectoryEntry {
  name: string
  type?: number
  start?: number
  size?: number
  /** Bytes of the name that the entry says it has, with the zero at its end. */
  nameBytes?: number
}
interface CompoundSource {
  sectorBytes?: number
  /** The sector after each sector. */
  table: readonly number[]
  /** Sectors by their position; numbers are words of four bytes. */
  sectors: Readonly<Record<number, readonly number[] | Uint8Array | string>>
  /** Words of the header by their offset. */
  header?: Readonly<Record<number, number>>
  /** The sectors of the table that the header lists. */
  listed?: readonly number[]
}

const words = (numbers: readonly number[], length: number, rest: number): Uint8Array => {
  const bytes = new Uint8Array(length)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < length / 4; at += 1) view.setUint32(at * 4, numbers[at] ?? rest, true)
  return bytes
}
const text = (content: string, length = content.length): Uint8Array => {
  const bytes = new Uint8Array(length).fill(0x2e)
  bytes.set(new TextEncoder().encode(content))
  return bytes
}
const directory = (entries: readonly DirectoryEntry[]): Uint8Array => {
  const bytes = new Uint8Array(entries.length * 128)
  const view = new DataView(bytes.buffer)
  entries.forEach(({ name, type = STREAM, start = 0, size = 0, nameBytes }, at) => {
    const from = at * 128
    for (const [index, letter] of [...name].entries())
      view.setUint16(from + index * 2, letter.charCodeAt(0), true)
    view.setUint16(from + 64, nameBytes ?? name.length * 2 + 2, true)
    view.setUint8(from + 66, type)
    view.setUint32(from + 116, start, true)
    view.setUint32(from + 120, size, true)
  })
  return bytes
}

/** A file whose sector 0 is the table, 1 the directory, 2 the table of small sectors. */
const compoundOf = (source: CompoundSource): Uint8Array => {
  const { sectorBytes = 512, table, sectors, header = {}, listed = [0] } = source
  const last = Math.max(0, ...Object.keys(sectors).map(Number))
  const bytes = new Uint8Array((last + 2) * sectorBytes)
  const view = new DataView(bytes.buffer)
  view.setUint16(30, sectorBytes === 4096 ? 12 : 9, true)
  bytes.set(words(listed, 436, FREE), 76)
  const fields = { 48: 1, 56: 200, 60: 2, 68: END, ...header }
  for (const [offset, value] of Object.entries(fields)) view.setUint32(Number(offset), value, true)
  const all = { 0: table, ...sectors }
  for (const [at, content] of Object.entries(all)) {
    const sector =
      typeof content === 'string'
        ? text(content)
        : content instanceof Uint8Array
          ? content
          : words(content, sectorBytes, FREE)
    bytes.set(sector, (Number(at) + 1) * sectorBytes)
  }
  return bytes
}

const ENTRIES = directory([
  { name: 'Root Entry', type: ROOT, start: 3, size: 512 },
  { name: 'Book', type: STORAGE, start: 3 },
  { name: 'Small', start: 2, size: 100 },
  { name: 'Book', start: 6, size: 700 },
])
const [A, B] = ['a'.repeat(512), 'b'.repeat(512)]
/** A stream of two small sectors and one of two sectors, neither in the order of the file. */
const SOURCE = {
  table: [END, END, END, END, FREE, END, 5],
  sectors: {
    1: ENTRIES,
    2: [END, FREE, 0],
    3: text(`${'1'.repeat(64)}${'2'.repeat(64)}${'3'.repeat(64)}`, 512),
    ...{ 5: B, 6: A },
  },
} satisfies CompoundSource
const SMALL = `${'3'.repeat(64)}${'1'.repeat(36)}`
const LARGE = `${A}${'b'.repeat(188)}`

const streamOf = (bytes: Uint8Array, ...names: string[]): string | null => {
  const stream = readCompound(bytes).stream(names)
  return stream === null ? null : new TextDecoder().decode(stream)
}
const codeOf = (work: () => unknown) => importProblemOf(work)?.code ?? null

describe('a compound file', () => {
  it('names all its entries and gives its streams in the order of their chains', () => {
    const bytes = compoundOf(SOURCE)
    expect(readCompound(bytes).names).toEqual(['Root Entry', 'Book', 'Small', 'Book'])
    expect(streamOf(bytes, 'Small')).toBe(SMALL)
    expect(streamOf(bytes, 'Book')).toBe(LARGE)
  })

  it('gives the first stream that has one of the names, and no storage', () => {
    const bytes = compoundOf(SOURCE)
    expect(streamOf(bytes, 'Book', 'Small')).toBe(SMALL)
    expect(streamOf(bytes, 'Root Entry', 'None')).toBeNull()
    expect(streamOf(bytes)).toBeNull()
  })

  it('can be a part of larger bytes', () => {
    const bytes = compoundOf(SOURCE)
    const around = new Uint8Array(bytes.length + 9).fill(7)
    around.set(bytes, 9)
    expect(streamOf(around.subarray(9), 'Small')).toBe(SMALL)
  })

  it('can have sectors of 4,096 bytes', () => {
    const long = 'x'.repeat(4_000)
    const bytes = compoundOf({
      sectorBytes: 4096,
      table: [END, END, END, END],
      sectors: { 1: directory([{ name: 'Long', start: 3, size: 4_000 }]), 3: long },
    })
    expect(streamOf(bytes, 'Long')).toBe(long)
  })

  it('holds a stream in small sectors below the size that its header says', () => {
    const sized = (size: number) =>
      compoundOf({
        table: [END, END, END, END],
        sectors: {
          1: directory([
            { name: 'Root', type: ROOT, start: 3 },
            { name: 'One', start: 1, size },
          ]),
          2: [FREE, 2, 3, 4, END],
          3: text('s'.repeat(512), 512),
        },
      })
    expect(streamOf(sized(199), 'One')).toBe('s'.repeat(199))
    // The directory itself is in the sector that a large stream begins with.
    expect(streamOf(sized(200), 'One')?.startsWith('R\0o\0')).toBe(true)
  })

  it('can have its directory in several sectors', () => {
    const many = Array.from({ length: 6 }, (_, at) => ({ name: `S${at}` }))
    const bytes = compoundOf({
      table: [END, 4, END, FREE, END],
      sectors: { 1: directory(many.slice(0, 4)), 4: directory(many.slice(4)) },
    })
    expect(readCompound(bytes).names).toEqual(['S0', 'S1', 'S2', 'S3', 'S4', 'S5', '', ''])
  })

  it('has names of at most 32 letters', () => {
    const bytes = compoundOf({
      table: [END, END],
      sectors: {
        1: directory([
          { name: 'x'.repeat(32), nameBytes: 200 },
          { name: 'abc', nameBytes: 6 },
          { name: 'abc', nameBytes: 2 },
          { name: 'abc', nameBytes: 0 },
        ]),
      },
    })
    expect(readCompound(bytes).names).toEqual(['x'.repeat(32), 'ab', '', ''])
  })

  it('can list the sectors of its table in sectors of a chain', () => {
    const rest = Array<number>(126).fill(FREE)
    const bytes = compoundOf({
      table: SOURCE.table,
      listed: [],
      header: { 68: 7 },
      sectors: { ...SOURCE.sectors, 7: [FREE, ...rest, 8], 8: [0, ...rest, END] },
    })
    expect(streamOf(bytes, 'Book')).toBe(LARGE)
  })

  it('can have a table of several sectors', () => {
    const bytes = compoundOf({
      table: [END, END, END],
      listed: [0, 3],
      sectors: {
        1: directory([{ name: 'Far', start: 129, size: 600 }]),
        ...{ 3: [FREE, 130, END], 129: A, 130: B },
      },
    })
    expect(streamOf(bytes, 'Far')).toBe(`${A}${'b'.repeat(88)}`)
  })
})

describe('a compound file is broken', () => {
  const broken = (change: Partial<CompoundSource>, name = 'Book') =>
    codeOf(() => streamOf(compoundOf({ ...SOURCE, ...change }), name))
  const withEntries = (...entries: DirectoryEntry[]) => ({
    sectors: { ...SOURCE.sectors, 1: directory(entries) },
  })

  it.each([0, 100, 511, 512, 1024])('with %i bytes', (length) => {
    expect(codeOf(() => readCompound(compoundOf(SOURCE).subarray(0, length)))).toBe('brokenZip')
  })

  it('where a chain leads behind the end of the file', () => {
    expect(broken({ header: { 48: 900 } })).toBe('brokenZip')
    expect(broken({ table: [END, END, END, END, FREE, END, 7] })).toBe('brokenZip')
  })

  it('where a chain comes back', () => {
    expect(broken({ table: [END, END, END, END, FREE, 6, 5] })).toBe('brokenZip')
    const small = { ...SOURCE.sectors, 2: [2, FREE, 0] }
    expect(broken({ sectors: small }, 'Small')).toBe('brokenZip')
  })

  it('where the sectors that list its table come back', () => {
    const sectors = { ...SOURCE.sectors, 7: [...Array<number>(127).fill(FREE), 7] }
    expect(broken({ header: { 68: 7 }, sectors })).toBe('brokenZip')
  })

  it('where its table has more sectors than the file', () => {
    expect(broken({ listed: Array<number>(8).fill(0) })).toBeNull()
    expect(broken({ listed: Array<number>(9).fill(0) })).toBe('brokenZip')
  })

  it('where a stream is shorter than it says', () => {
    const sized = (size: number) =>
      broken(withEntries({ name: 'Book', start: 6, size }, { name: 'Root', type: ROOT, start: 3 }))
    expect(sized(1_024)).toBeNull()
    expect(sized(1_025)).toBe('brokenZip')
  })

  it('where a small stream has no root to be in', () => {
    expect(broken(withEntries({ name: 'Small', start: 2, size: 100 }), 'Small')).toBe('brokenZip')
  })
})
