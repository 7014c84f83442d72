import { describe, expect, it } from 'vitest'
import { docxElements } from '../../../../tests/support/docx-elements.ts'
import { DocxNumbering } from './docx-numbering.ts'

interface LevelSource {
  text?: string
  format?: string
  start?: string
  more?: string
}
const value = (name: string, text: string | undefined): string =>
  text === undefined ? '' : `<w:${name} w:val="${text}"/>`
const levels = (...sources: LevelSource[]): string =>
  sources
    .map(
      ({ text, format, start, more = '' }, at) =>
        `<w:lvl w:ilvl="${at}">${value('start', start)}${value('numFmt', format)}${value('lvlText', text)}${more}</w:lvl>`,
    )
    .join('')
const abstract = (id: number, content: string): string =>
  `<w:abstractNum w:abstractNumId="${id}">${content}</w:abstractNum>`
const num = (id: number, of: number, more = ''): string =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${more}</w:num>`

const numberingOf = (xml: string): DocxNumbering => {
  const numbering = new DocxNumbering()
  for (const element of docxElements(xml)) numbering.add(element)
  return numbering
}
/** The ids of paragraphs of a list, by their levels. */
const idsOf = (numbering: DocxNumbering, list: number, ...at: number[]) =>
  at.map((level) => numbering.next(String(list), level)?.id)
/** The first id of a list of one level. */
const firstOf = (source: LevelSource) =>
  idsOf(numberingOf(abstract(0, levels(source)) + num(1, 0)), 1, 0)[0]

describe('the number of a paragraph', () => {
  it.each([
    ['decimal', '7', '7'],
    ['decimalZero', '7', '07'],
    ['decimalZero', '12', '12'],
    ['ordinal', '7', '7'],
    ['lowerLetter', '1', 'a'],
    ['lowerLetter', '26', 'z'],
    ['lowerLetter', '27', 'aa'],
    ['lowerLetter', '28', 'bb'],
    ['upperLetter', '53', 'AAA'],
    ['lowerLetter', '0', '0'],
    ['lowerRoman', '444', 'cdxliv'],
    ['lowerRoman', '649', 'dcxlix'],
    ['lowerRoman', '99', 'xcix'],
    ['lowerRoman', '6', 'vi'],
    ['lowerRoman', '10', 'x'],
    ['lowerRoman', '50', 'l'],
    ['upperRoman', '700', 'DCC'],
    ['upperRoman', '701', '701'],
    ['upperRoman', '1', 'I'],
    ['none', '7', ''],
    ['bullet', '7', ''],
  ])('in the format %s at %s is %j', (format, start, want) => {
    expect(firstOf({ text: '%1.', format, start })).toBe(want)
  })

  it.each([
    ['100000', '100000'],
    ['100001', '1'],
    ['-1', '1'],
    ['1.5', '1'],
    ['x', '1'],
    ['0', '0'],
    [undefined, '1'],
  ])('of a list that begins with %s is %s', (start, want) => {
    expect(firstOf({ text: '%1', ...(start === undefined ? {} : { start }) })).toBe(want)
  })

  it.each([
    ['§ %1.', '1'],
    [' ([%1]): ', '1'],
    ['%1)', '1'],
    ['REQ-%1', 'REQ-1'],
    ['%1%9', '1'],
    [`${'x'.repeat(38)}-%1`, `${'x'.repeat(38)}-1`],
    [`${'x'.repeat(39)}-%1`, ''],
    ['(', ''],
  ])('written as %j is %j', (text, want) => {
    expect(firstOf({ text })).toBe(want)
  })

  it('is empty where the level says no text', () => {
    expect(firstOf({})).toBe('')
  })
})

describe('the numbers of a list', () => {
  const OUTLINE = levels(
    { text: '%1.', format: 'upperRoman' },
    { text: '%1.%2', start: '3' },
    { text: '%1.%2.%3', more: '<w:isLgl/>' },
  )

  it('count on, and lower levels begin again below each higher one', () => {
    const numbering = numberingOf(abstract(0, OUTLINE) + num(1, 0))
    expect(idsOf(numbering, 1, 0, 1, 1, 2, 2, 0, 1, 2)).toEqual([
      ...['I', 'I.3', 'I.4', '1.4.1', '1.4.2', 'II', 'II.3', '2.3.1'],
    ])
  })

  it('begin at the levels above where a list begins below them', () => {
    const numbering = numberingOf(abstract(0, OUTLINE) + num(1, 0))
    expect(idsOf(numbering, 1, 2)).toEqual(['1.3.1'])
  })

  it('stand below the number above them where they do not hold it', () => {
    const source = levels(
      { text: '%1.' },
      { text: '(%2)', format: 'lowerLetter' },
      { text: '%3.', format: 'lowerRoman' },
    )
    const numbering = numberingOf(abstract(0, source) + num(1, 0))
    expect(idsOf(numbering, 1, 0, 1, 2, 2)).toEqual(['1', '1(a)', '1(a)(i)', '1(a)(ii)'])
  })

  it('stand alone below a sign', () => {
    const source = levels({ text: '•', format: 'bullet' }, { text: '%2.' }, { format: 'bullet' })
    const numbering = numberingOf(abstract(0, source) + num(1, 0))
    expect(idsOf(numbering, 1, 0, 1, 2)).toEqual(['', '1', ''])
  })

  it('have levels from 0 to 8', () => {
    const source = levels(
      ...Array.from({ length: 9 }, (_, at) => ({ text: `L${at}-%${at + 1}%1` })),
    )
    const numbering = numberingOf(abstract(0, source) + num(1, 0))
    expect(idsOf(numbering, 1, -1, 8, 12)).toEqual(['L0-11', 'L8-11', 'L8-21'])
  })

  it('are signs on a level that is not described', () => {
    const numbering = numberingOf(abstract(0, levels({ text: '%1' })) + num(1, 0) + num(2, 9))
    expect(idsOf(numbering, 1, 1)).toEqual([''])
    expect(idsOf(numbering, 2, 0)).toEqual([''])
  })

  it('are no numbers in a list that is not there', () => {
    expect(numberingOf('').next('1', 0)).toBeNull()
  })
})

describe('lists that share a description', () => {
  const start = (level: string, at: string): string =>
    `<w:lvlOverride${level}><w:startOverride w:val="${at}"/></w:lvlOverride>`

  it('count on from each other', () => {
    const numbering = numberingOf(abstract(0, levels({ text: '%1' })) + num(1, 0) + num(2, 0))
    expect([...idsOf(numbering, 1, 0, 0), ...idsOf(numbering, 2, 0)]).toEqual(['1', '2', '3'])
  })

  it('begin again once where they say so, at what they say', () => {
    const xml =
      abstract(0, levels({ text: '%1' }, { text: '%1.%2' })) +
      num(1, 0) +
      num(2, 0, start(' w:ilvl="0"', '7') + start(' w:ilvl="1"', '4')) +
      num(3, 0, start('', 'x'))
    const numbering = numberingOf(xml)
    expect(idsOf(numbering, 1, 0, 0)).toEqual(['1', '2'])
    expect(idsOf(numbering, 2, 0, 0, 1)).toEqual(['7', '8', '8.1'])
    expect(idsOf(numbering, 1, 0)).toEqual(['9'])
    expect(idsOf(numbering, 2, 0)).toEqual(['10'])
    expect(idsOf(numbering, 3, 0)).toEqual(['1'])
  })

  it('can have levels of their own', () => {
    const own =
      '<w:lvlOverride w:ilvl="1"><w:lvl w:ilvl="1"><w:lvlText w:val="%1-%2"/></w:lvl></w:lvlOverride>'
    const source = levels({ text: '%1' }, { text: '%1.%2' })
    const numbering = numberingOf(abstract(0, source) + num(1, 0) + num(2, 0, own))
    expect(idsOf(numbering, 1, 0, 1)).toEqual(['1', '1.1'])
    expect(idsOf(numbering, 2, 1)).toEqual(['1-2'])
  })

  it('take the levels of the list that their style names, and count with it', () => {
    const xml =
      abstract(0, '<w:numStyleLink w:val="Ours"/>') +
      abstract(1, `<w:styleLink w:val="Ours"/>${levels({ text: 'R%1' })}`) +
      abstract(2, `<w:numStyleLink w:val="Gone"/>${levels({ text: 'G%1' })}`) +
      [0, 1, 2].map((of) => num(of + 1, of)).join('')
    const numbering = numberingOf(xml)
    expect(idsOf(numbering, 1, 0)).toEqual(['R1'])
    expect(idsOf(numbering, 2, 0)).toEqual(['R2'])
    expect(idsOf(numbering, 3, 0)).toEqual(['G1'])
  })
})

it('a style is on the level that its list gives it, else on the first', () => {
  const source = levels({ text: '%1' }, { text: '%2', more: '<w:pStyle w:val="H2"/>' })
  const link = '<w:numStyleLink w:val="Ours"/>'
  const numbering = numberingOf(
    abstract(0, `<w:styleLink w:val="Ours"/>${source}`) + abstract(1, link) + num(1, 0) + num(2, 1),
  )
  const places = ['H2', 'H9'].map((style) => numbering.levelOfStyle('1', style))
  expect(places).toEqual([1, 0])
  expect(numbering.levelOfStyle('2', 'H2')).toBe(1)
  expect(numbering.levelOfStyle('9', 'H2')).toBe(0)
})
