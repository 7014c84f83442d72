import { describe, expect, it } from 'vitest'
import { importProblemOf } from '../../../../tests/support/import-problem.ts'
import { ImportFileError } from '../import-file-error.ts'
import { child, isOn, readXmlBlocks, valueIn, type XmlElement } from './docx-xml.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const blocksOf = (bytes: Uint8Array, depth = 1): XmlElement[] => {
  const blocks: XmlElement[] = []
  readXmlBlocks(bytes, depth, (block) => blocks.push(block))
  return blocks
}
const namesAt = (depth: number, xml: string) =>
  blocksOf(bytesOf(xml), depth).map(({ name }) => name)
const first = (xml: string): XmlElement | undefined => blocksOf(bytesOf(xml))[0]

const problemsOf = (work: () => unknown) => {
  const problem = importProblemOf(work)
  return problem === null ? [] : [problem.code]
}
const refusalsOf = (xml: string) => problemsOf(() => blocksOf(bytesOf(xml)))

describe('the blocks of a part', () => {
  const XML = '<a><b><c><d/></c></b><e/></a>'

  it.each([
    [0, ['a']],
    [1, ['b', 'e']],
    [2, ['c']],
    [3, ['d']],
    [4, []],
  ])('at depth %i come in the order of the file', (depth, names) => {
    expect(namesAt(depth, XML)).toEqual(names)
  })

  it('hold what is in them, and nothing of what is around them', () => {
    const xml =
      '<w:r xmlns:w="u" w:id="1">x<w:p xmlns="v" xmlns:v="v" w:val="2" plain="3">y<w:t xml:space="preserve">one </w:t><w:instrText>two</w:instrText><w:u>z</w:u></w:p></w:r>'
    const element = (name: string, text: string, attributes = {}): XmlElement => ({
      ...{ name, attributes, children: [], text },
    })
    expect(blocksOf(bytesOf(xml))).toEqual([
      {
        ...element('p', '', { val: '2', plain: '3' }),
        children: [
          element('t', 'one ', { space: 'preserve' }),
          element('instrText', 'two'),
          element('u', ''),
        ],
      },
    ])
    expect(blocksOf(bytesOf(xml), 0)).toMatchObject([{ name: 'r', children: [{ name: 'p' }] }])
  })

  it('have no attributes that the file does not name', () => {
    expect(first('<a><b/></a>')?.attributes['constructor']).toBeUndefined()
  })
})

describe('the encoding of a part', () => {
  const wide = (text: string, isBig: boolean): Uint8Array => {
    const bytes = new Uint8Array(text.length * 2)
    const view = new DataView(bytes.buffer)
    for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), !isBig)
    return bytes
  }

  it.each([
    ['UTF-8', bytesOf('<a><t>ľ</t></a>')],
    ['UTF-16 with the low byte first', wide('\ufeff<a><t>ľ</t></a>', false)],
    ['UTF-16 with the high byte first', wide('\ufeff<a><t>ľ</t></a>', true)],
  ])('%s is read', (_, bytes) => {
    expect(blocksOf(bytes)[0]?.text).toBe('ľ')
  })

  it('that is none of these is refused', () => {
    expect(problemsOf(() => blocksOf(new Uint8Array([0xff, 0xff, 0x3c])))).toEqual(['brokenZip'])
    expect(problemsOf(() => blocksOf(new Uint8Array([0xfe, 0xfe, 0x3c])))).toEqual(['brokenZip'])
    const latin = bytesOf('<a><t>e</t></a>').map((byte) => (byte === 0x65 ? 0xe9 : byte))
    expect(problemsOf(() => blocksOf(latin))).toEqual(['brokenZip'])
  })

  it('parts no letter of a text of several megabytes', () => {
    const text = `${'x'.repeat(7)}${'ľ'.repeat(1_200_000)}`
    expect(first(`<a><t>${text}</t></a>`)?.text === text).toBe(true)
  })
})

describe('a part is refused', () => {
  it('that declares a document type', () => {
    expect(refusalsOf('<!DOCTYPE a><a><b/></a>')).toEqual(['wordDocumentType'])
  })

  it.each(['<a><b></a>', '<a>&b;</a>', '<a>', 'text'])('that is broken: %s', (xml) => {
    expect(refusalsOf(xml)).toEqual(['brokenZip'])
  })

  it('that is deeper than 251 elements', () => {
    const deep = (count: number) => `${'<a>'.repeat(count)}${'</a>'.repeat(count)}`
    expect(refusalsOf(deep(251))).toEqual([])
    expect(refusalsOf(deep(252))).toEqual(['wordTooLarge'])
  })

  it('not for a block of a million elements after others', () => {
    const block = (count: number) => `<b>${'<c/>'.repeat(count - 1)}</b>`
    expect(refusalsOf(`<a>${block(10)}${block(1_000_000)}</a>`)).toEqual([])
  })

  it('for the reason that the caller gives', () => {
    const refuse = () =>
      readXmlBlocks(bytesOf('<a><b/></a>'), 1, () => {
        throw new ImportFileError('tooManyRows')
      })
    expect(problemsOf(refuse)).toEqual(['tooManyRows'])
  })
})

describe('a property', () => {
  const element = first('<a><b><on/><off val="0"/><name val="x"/><name val="y"/></b></a>')

  it('is the first element of its name', () => {
    expect(child(element, 'name')?.attributes['val']).toBe('x')
    expect(child(element, 'none')).toBeUndefined()
    expect(child(undefined, 'name')).toBeUndefined()
  })

  it('has a value unless it is missing or has none', () => {
    expect(['name', 'on', 'none'].map((name) => valueIn(element, name))).toEqual([
      ...['x', undefined, undefined],
    ])
  })

  it.each([
    ['<x/>', true],
    ['<x val="1"/>', true],
    ['<x val="true"/>', true],
    ['<x val="single"/>', true],
    ['<x val="0"/>', false],
    ['<x val="false"/>', false],
    ['<x val="off"/>', false],
    ['<x val="none"/>', false],
    ['', undefined],
  ])('written as %j is a switch that is %s', (xml, want) => {
    expect(isOn(first(`<a><b>${xml}</b></a>`), 'x')).toBe(want)
  })
})
