import { describe, expect, it } from 'vitest'
import { namedLists, OdsText, odsValue } from './parse-ods-cell.ts'
import { pageOf } from './reader/page-of.ts'

describe('the text of a cell', () => {
  type Part = string | [name: string, attributes: Record<string, string>, ...parts: Part[]]
  const write = (text: OdsText, parts: readonly Part[]): void => {
    for (const part of parts) {
      if (typeof part === 'string') text.add(part)
      else {
        const [name, attributes, ...inner] = part
        text.open(name, attributes)
        write(text, inner)
        text.close(name)
      }
    }
  }
  const read = (...parts: Part[]) => {
    const text = new OdsText()
    write(text, parts)
    return text
  }
  const p = (...parts: Part[]): Part => ['text:p', {}, ...parts]

  it('has a line for each paragraph, and nothing from between them', () => {
    const { shown, note, link } = read('  ', p('One'), '  ', p(), p('Two ', 'words'), '  ')
    expect([shown, note, link]).toEqual(['One\n\nTwo words', '', ''])
  })

  it('has the breaks, tabs and blanks that are written as elements', () => {
    const blanks = (count?: string): Part => [
      'text:s',
      count === undefined ? {} : { 'text:c': count },
    ]
    expect(read(p('a', ['text:line-break', {}], 'b', ['text:tab', {}], 'c')).shown).toBe('a\nb\tc')
    expect(read(p('a', blanks(), 'b', blanks('3'), 'c', blanks('x'), 'd')).shown).toBe('a b   c d')
    expect(read(p(blanks('2000'))).shown).toHaveLength(1_000)
    expect(read(blanks('3')).shown).toBe('')
  })

  it('keeps a comment apart, also one inside of a paragraph', () => {
    const note: Part = ['office:annotation', {}, p(' Ask '), p('Vera')]
    const { shown, note: said } = read(note, p('Text'))
    expect([shown, said]).toEqual(['Text', 'Ask \nVera'])
    expect(read(['office:annotation', {}, 'x']).note).toBe('')
  })

  it('has the first link, and none of a comment', () => {
    const link = (href: string): Part => ['text:a', { 'xlink:href': href }, href]
    const { shown, link: first } = read(
      ['office:annotation', {}, p(link('of a comment'))],
      p(link('one'), ' ', link('two')),
    )
    expect([shown, first]).toEqual(['one two', 'one'])
    expect(read(p(['text:a', {}, 'x'])).link).toBe('')
  })

  it('is empty again for the next cell', () => {
    const text = read(p(['text:a', { 'xlink:href': 'x' }, 'One']))
    text.open('office:annotation', {})
    text.open('text:p', {})
    text.add('a comment that is cut off')
    text.clear()
    text.add('outside')
    expect([text.shown, text.note, text.link]).toEqual(['', '', ''])
    write(text, [p('Two')])
    expect([text.shown, text.note]).toEqual(['Two', ''])
  })
})

describe('the value of a cell', () => {
  const of = (type: string | undefined, more: Record<string, string> = {}, shown = 'shown') =>
    odsValue(type === undefined ? more : { 'office:value-type': type, ...more }, shown)
  it('is the number, as it is shown if that says more', () => {
    expect(of('float', { 'office:value': '7' }, '007')).toBe('007')
    expect(of('float', { 'office:value': '1234.5' }, '1,234.50')).toBe(1234.5)
    expect(of('percentage', { 'office:value': '0.25' }, '25%')).toBe('25%')
    expect(of('currency', { 'office:value': '5' }, '05')).toBe(5)
    expect(of('float', { 'office:value': 'x' })).toBe('shown')
  })

  it.each([
    ['2021-01-01', '2021-01-01'],
    ['2021-01-01T00:00:00', '2021-01-01'],
    ['2021-01-01T00:00:00.000', '2021-01-01'],
    ['2021-01-01T12:30:00', '2021-01-01 12:30'],
    ['2021-01-01T12:30:00.0', '2021-01-01 12:30'],
    ['2021-01-01T12:30:15', '2021-01-01 12:30:15'],
    ['x'.repeat(50), 'x'.repeat(40)],
  ])('is the day %s, with its time if there is one', (value, expected) => {
    expect(of('date', { 'office:date-value': value })).toBe(expected)
  })

  it('is else the truth value or the text', () => {
    expect(of('date')).toBe('shown')
    expect(
      ['true', 'false'].map((value) => of('boolean', { 'office:boolean-value': value })),
    ).toEqual([...['TRUE', 'FALSE']])
    expect([of('string'), of(undefined), of('string', {}, '')]).toEqual(['shown', 'shown', ''])
    expect(of('string', { 'office:string-value': 'hidden' }, '')).toBe('hidden')
    expect(of('string', { 'office:string-value': 'hidden' })).toBe('shown')
  })
})

describe('the options of a rule', () => {
  const rules = new Map([
    ['texts', 'of:cell-content-is-in-list("Yes";"No";"""Maybe""") '],
    ['other', 'of:cell-content()>5'],
  ])
  it('are its texts, each read once', () => {
    const optionsOf = namedLists([], { rules, names: new Map() })
    const first = optionsOf('texts')
    expect(first).toEqual(['Yes', 'No', '"Maybe"'])
    expect(optionsOf('texts')).toBe(first)
    expect([optionsOf('other'), optionsOf('unknown')]).toEqual([[], []])
  })
})

describe('a page of rows', () => {
  const all = Array.from({ length: 2_500 }, (_, at) => at)
  it('has at most a thousand, from a place on', () => {
    expect([pageOf(all, 0).length, pageOf(all, 0).at(-1)]).toEqual([1_000, 999])
    expect(pageOf(all, 2_000)).toEqual(all.slice(2_000))
    expect(pageOf(all, 2_500)).toEqual([])
  })

  it('ends with the row that fills the message', () => {
    expect(pageOf(all, 5, () => 400_000)).toEqual([5, 6, 7])
    expect(pageOf(all, 5, () => 500_000)).toEqual([5, 6])
    expect(pageOf(all, 5, () => 9_000_000)).toEqual([5])
  })
})

it('an amount without a value is the text that is shown', () => {
  expect(odsValue({ 'office:value-type': 'currency' }, '12 €')).toBe('12 €')
  expect(odsValue({ 'office:value-type': 'currency', 'office:value': '12' }, '12 €')).toBe(12)
})
