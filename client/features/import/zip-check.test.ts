import { deflateSync, strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { type RawEntry, rawZip } from '../../../tests/support/hostile-workbooks.ts'
import { importProblemOf } from '../../../tests/support/import-problem.ts'
import { checkZip, packParts, refuseDocumentType, unzipParts } from './zip-check.ts'

const BROKEN = { code: 'brokenZip', detail: {} }
const all = (): boolean => true
const textsIn = (bytes: Uint8Array, isWanted: (name: string) => boolean = all) =>
  [...unzipParts(bytes, isWanted).parts].map(([name, part]) => [
    name,
    new TextDecoder().decode(part),
  ])
const refusal = (bytes: Uint8Array, isWanted: (name: string) => boolean = all) =>
  importProblemOf(() => unzipParts(bytes, isWanted))

type Headers = Partial<RawEntry['local']>
/** An entry with true headers, but for what a test changes. */
const entry = (
  text: string,
  { name = 'a.xml', method = 0, ...told }: Headers & { name?: string } = {},
  central: Headers = {},
): RawEntry => {
  const bytes = strToU8(text)
  const data = method === 8 ? deflateSync(bytes) : bytes
  const local = { method, packed: data.length, unpacked: bytes.length, ...told }
  return { name, data, local, central: { ...local, ...central } }
}
const changed = (bytes: Uint8Array, change: (view: DataView) => void): Uint8Array => {
  const copy = bytes.slice()
  change(new DataView(copy.buffer))
  return copy
}

describe('an archive is unpacked', () => {
  it('whether its parts are stored or deflated', () => {
    const long = 'abc'.repeat(100_000)
    const bytes = rawZip([entry('one'), entry(long, { name: 'b.xml', method: 8 })])
    expect(textsIn(bytes)).toEqual([
      ['a.xml', 'one'],
      ['b.xml', long],
    ])
  })

  it('where a part does not compress and is larger than a piece that is read', () => {
    const noise = Array.from({ length: 200_000 }, (_, at) =>
      String.fromCharCode(32 + (((at * at * 7919 + at * 31) % 9_973) % 90)),
    ).join('')
    expect(textsIn(rawZip([entry(noise, { method: 8 })]))).toEqual([['a.xml', noise]])
  })

  it('with all its names, and with the contents of the wanted parts only', () => {
    const bytes = rawZip([entry('one'), entry('two', { name: 'b.xml' })])
    const { names, parts } = unzipParts(bytes, (name) => name === 'b.xml')
    expect(names).toEqual(['a.xml', 'b.xml'])
    expect([...parts.keys()]).toEqual(['b.xml'])
  })

  it('where it is a part of larger bytes', () => {
    const bytes = rawZip([entry('one')])
    const around = new Uint8Array(bytes.length + 40).fill(0x50)
    around.set(bytes, 20)
    const inner = around.subarray(20, 20 + bytes.length)
    expect(textsIn(inner).map(([, text]) => text)).toEqual(['one'])
    expect(unzipParts(inner, all).names).toEqual(unzipParts(bytes, all).names)
  })

  it('where its headers have extra fields, comments and a comment at the end', () => {
    const bytes = zipSync({
      'a.xml': [
        strToU8('one'),
        { level: 0, extra: { 7: strToU8('12345') }, comment: 'x'.repeat(9) },
      ],
      'b.xml': [strToU8('two'), { extra: { 9: strToU8('1') }, comment: 'y' }],
    })
    const withComment = (length: number) => {
      const longer = new Uint8Array(bytes.length + length).fill(0x20)
      longer.set(bytes)
      return longer
    }
    const want = [
      ['a.xml', 'one'],
      ['b.xml', 'two'],
    ]
    expect(textsIn(bytes)).toEqual(want)
    expect(textsIn(withComment(65_535))).toEqual(want)
    expect(refusal(withComment(65_536))).toEqual(BROKEN)
  })

  it('where it has no parts', () => {
    expect(unzipParts(rawZip([]), all).names).toEqual([])
  })

  it('with an empty part that is stored', () => {
    expect(textsIn(rawZip([entry('')]))).toEqual([['a.xml', '']])
  })

  it('where a part that cannot be read is not wanted', () => {
    const bytes = rawZip([entry('one'), entry('two', { name: 'b.xml', method: 12 })])
    expect(textsIn(bytes, (name) => name === 'a.xml')).toEqual([['a.xml', 'one']])
    expect(refusal(bytes)).toEqual(BROKEN)
  })
})

describe('an archive is refused as broken', () => {
  it.each([
    ['nothing', new Uint8Array(0)],
    ['no archive', strToU8('x'.repeat(100))],
    ['one without its end', rawZip([entry('one')]).subarray(0, -1)],
    ['one with fewer entries than it says', rawZip([entry('one')], [2, 2])],
    ['an encrypted part', rawZip([entry('one', { flags: 1 })])],
    ['a name that comes twice', rawZip([entry('one'), entry('two')])],
    [
      'a method that the header of the part does not say',
      rawZip([entry('one', {}, { method: 8 })]),
    ],
    ['a part that is longer than the archive', rawZip([entry('one', { packed: 9_999 })])],
    ['a stored part of another length', rawZip([entry('one', { unpacked: 4 })])],
    ['a deflated part that is shorter', rawZip([entry('one', { method: 8, unpacked: 4 })])],
    ['a deflated part of no bytes', rawZip([entry('', { method: 8, packed: 0 })])],
    [
      'bytes that cannot be inflated',
      rawZip([
        {
          ...entry('\xff\xff\xff', { method: 0 }),
          local: { method: 8, packed: 6, unpacked: 3 },
          central: { method: 8, packed: 6, unpacked: 3 },
        },
      ]),
    ],
  ])('%s', (_, bytes) => {
    expect(refusal(bytes)).toEqual(BROKEN)
  })

  it('where an entry of its directory does not begin as one', () => {
    const bytes = rawZip([entry('one')])
    const directory = new DataView(bytes.buffer).getUint32(bytes.length - 6, true)
    expect(refusal(changed(bytes, (view) => view.setUint8(directory, 0)))).toEqual(BROKEN)
  })

  it('where its part would end behind its last byte, and not where it ends with it', () => {
    const bytes = rawZip([entry('one')])
    const directory = new DataView(bytes.buffer).getUint32(bytes.length - 6, true)
    const rest = bytes.length - 30 - 'a.xml'.length
    const sized = (size: number) =>
      changed(bytes, (view) => {
        view.setUint32(directory + 20, size, true)
        view.setUint32(directory + 24, size, true)
      })
    expect(refusal(sized(rest))).toBeNull()
    expect(refusal(sized(rest + 1))).toEqual(BROKEN)
  })
})

describe('an archive is refused as a bomb', () => {
  const MOST = 200 * 1024 * 1024

  it('with more than 2,000 entries', () => {
    const many = (count: number) =>
      rawZip(Array.from({ length: count }, (_, at) => entry('', { name: String(at) })))
    expect(unzipParts(many(2_000), all).names).toHaveLength(2_000)
    expect(refusal(many(2_001))).toEqual({
      ...{ code: 'zipBomb', detail: { limit: 2_000, found: 2_001 } },
    })
  })

  it('where all its parts together say that they unpack to more than 200 megabytes', () => {
    const says = (unpacked: number) =>
      rawZip([entry('one'), entry('two', { name: 'b.xml', unpacked })])
    const isFirst = (name: string): boolean => name === 'a.xml'
    expect(refusal(says(MOST - 3), isFirst)).toBeNull()
    expect(refusal(says(MOST - 2), isFirst)).toEqual({
      ...{ code: 'zipBomb', detail: { limit: MOST, found: MOST + 1 } },
    })
  })

  it('where a part unpacks to more than it says', () => {
    const lying = rawZip([entry('x'.repeat(100), { method: 8, unpacked: 99 })])
    expect(refusal(lying)).toEqual({ code: 'zipBomb', detail: { limit: MOST } })
  })
})

describe('a workbook', () => {
  it.each([
    ['[Content_Types].xml', true],
    ['xl/workbook.xml', true],
    ['/xl/worksheets/sheet 1.xml', true],
    ['XL/Worksheets/_rels/Sheet1.XML.RELS', true],
    ['docProps/core.xml', true],
    ['content.xml', true],
    ['META-INF/manifest.xml', true],
    ['xl/media/image1.png', false],
    ['xl/vbaProject.bin', false],
    ['word/document.xml', false],
    ['a/content.xml', false],
    ['xl/../x.xml', false],
    ['xl/page.xml.html', false],
  ])('has its part %s read: %s', (name, isRead) => {
    expect(checkZip(rawZip([entry('<a/>', { name })])).parts.has(name)).toBe(isRead)
  })

  it('is refused where a part that is read declares a document type', () => {
    const bytes = rawZip([entry('<!DOCTYPE a><a/>', { name: 'xl/workbook.xml' })])
    expect(importProblemOf(() => checkZip(bytes))).toEqual(BROKEN)
  })

  it('is packed again with the same parts', () => {
    const parts = new Map([
      ['a.xml', strToU8('one')],
      ['b/c.xml', strToU8('two'.repeat(50))],
    ])
    const packed = packParts(parts)
    expect(unzipParts(packed, all).parts).toEqual(parts)
    expect(new TextDecoder().decode(packed)).toContain('two'.repeat(50))
  })
})

it.each([
  ['<?xml version="1.0"?><a/>', false],
  ['<?xml version="1.0"?><!doctype a><a/>', true],
  ['<!-- <!DOCTYPE a> --><a/>', false],
  ['<!-- --> <!ENTITY a "b"><!-- --><a/>', true],
  ['<a><!DOCTYPE b></a>', false],
  [`${' '.repeat(65_000)}<!DOCTYPE a><a/>`, true],
  [`${' '.repeat(65_600)}<!DOCTYPE a><a/>`, false],
  ['<!DOCTYPE a>', true],
])('the document type of a part is found: %#', (text, isFound) => {
  expect(importProblemOf(() => refuseDocumentType(strToU8(text)))).toEqual(isFound ? BROKEN : null)
})
